/**
 * What makes objects of messages and messages of objects: encoders and decoders of applications,
 * and those that every endpoint has. Must not know sessions. Start reading at {@link
 * dev.serval.websocket.coder.Coders}.
 */
package dev.serval.websocket.coder;
