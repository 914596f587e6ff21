/**
 * Converts between messages and objects: encoders and decoders of applications, and those of every
 * endpoint. Must not depend on sessions. Start reading at {@link
 * dev.serval.websocket.coder.Coders}.
 */
package dev.serval.websocket.coder;
