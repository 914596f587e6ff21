/**
 * The events of the server in a recording of the JDK's Flight Recorder. They know nothing but what
 * they are told, in texts and numbers. As long as nothing records, an event is one empty call and
 * no object: whoever tells of something passes what it has, and texts are made only here. Start
 * reading at {@link dev.serval.jfr.Flight}.
 */
package dev.serval.jfr;
