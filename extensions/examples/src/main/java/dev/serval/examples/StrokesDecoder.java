package dev.serval.examples;

import jakarta.websocket.DecodeException;
import jakarta.websocket.Decoder;

/** Reads the texts of {@link StrokesEncoder}, and checks every number. */
public final class StrokesDecoder implements Decoder.Text<Strokes> {
    @Override
    public Strokes decode(String text) throws DecodeException {
        try {
            return new Strokes(text.lines().map(Stroke::of).toList());
        } catch (IllegalArgumentException e) {
            throw new DecodeException(text, "no strokes", e);
        }
    }

    @Override
    public boolean willDecode(String text) {
        return true;
    }
}
