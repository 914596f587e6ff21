package dev.serval.servlet.request;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import org.junit.jupiter.api.Test;

class RequestAttributesTest {
    private static final List<String> NAMES = List.of("a", "b", "c");

    @Test
    void theyAreWhatAMapWouldHave() {
        Random random = new Random(1);
        for (int round = 0; round < 200; round++) {
            RequestAttributes attributes = new RequestAttributes();
            Map<String, Object> map = new LinkedHashMap<>();
            for (int step = 0; step < 10; step++) {
                String name = NAMES.get(random.nextInt(NAMES.size()));
                if (random.nextInt(3) == 0) {
                    assertThat(attributes.remove(name)).isEqualTo(map.remove(name));
                } else {
                    assertThat(attributes.put(name, step)).isEqualTo(map.put(name, step));
                }
                assertThat(attributes.map()).isEqualTo(map);
                assertThat(attributes.names()).containsExactlyElementsOf(map.keySet());
                NAMES.forEach(each -> assertThat(attributes.get(each)).isEqualTo(map.get(each)));
            }
        }
    }

    @Test
    void noneHasNoName() {
        RequestAttributes attributes = new RequestAttributes();
        attributes.put("a", 1);
        assertThat(attributes.get(null)).isNull();
        assertThat(attributes.remove(null)).isNull();
        assertThat(attributes.get("a")).isEqualTo(1);
    }

    @Test
    void thoseOfAMapAreAdded() {
        RequestAttributes attributes = new RequestAttributes();
        attributes.put("a", 1);
        attributes.putAll(Map.of("b", 2));
        assertThat(attributes.map()).isEqualTo(Map.of("a", 1, "b", 2));
    }
}
