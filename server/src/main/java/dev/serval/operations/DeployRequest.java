package dev.serval.operations;

import java.io.InputStream;

/**
 * What is to be deployed, and where. Immutable.
 *
 * @param name of the application
 * @param upload a WAR, whose end the stream marks; null if there is none. The caller limits its
 *     length and closes it
 * @param war a WAR or a directory of this machine, which is copied into the appBase; null if there
 *     is none
 * @param config a file of this machine with a Context element, which becomes the descriptor of the
 *     application; null if there is none
 * @param tag the name by which the upload is kept or, without an upload, the kept one is used; null
 *     for neither
 * @param update whether an application of that name is replaced; otherwise it is refused
 */
public record DeployRequest(
        ApplicationName name,
        InputStream upload,
        String war,
        String config,
        String tag,
        boolean update) {}
