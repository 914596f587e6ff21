package dev.serval.http;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

class PathRulesTest {
    @Test
    void strictIsWhatEqualsStrict() {
        for (EncodedSolidusHandling solidus : EncodedSolidusHandling.values()) {
            for (EncodedSolidusHandling reverse : EncodedSolidusHandling.values()) {
                for (boolean backslash : new boolean[] {false, true}) {
                    for (boolean suspicious : new boolean[] {false, true}) {
                        PathRules rules = new PathRules(solidus, reverse, backslash, suspicious);
                        assertThat(rules.isStrict())
                                .as(rules.toString())
                                .isEqualTo(rules.equals(PathRules.STRICT));
                    }
                }
            }
        }
    }
}
