/**
 * The paths of endpoints: templates of level 1 (RFC 6570 §1.2), and which of them matches a path.
 * Must not depend on anything else. Start reading at {@link dev.serval.websocket.path.PathTable}.
 */
package dev.serval.websocket.path;
