package dev.serval.examples;

import jakarta.websocket.Encoder;
import java.util.stream.Collectors;

/** Writes strokes as text, one per line. */
public final class StrokesEncoder implements Encoder.Text<Strokes> {
    @Override
    public String encode(Strokes strokes) {
        return strokes.all().stream().map(Stroke::toString).collect(Collectors.joining("\n"));
    }
}
