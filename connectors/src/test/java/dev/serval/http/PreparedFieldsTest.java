package dev.serval.http;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

class PreparedFieldsTest {
    private static PreparedFields prepared() {
        Fields fields = new Fields();
        fields.add(FieldName.ETAG, "\"1\"");
        fields.add(FieldName.VARY, "Accept");
        fields.add(FieldName.VARY, "Cookie");
        return PreparedFields.of(fields);
    }

    @Test
    void eachFormIsMadeOnce() {
        List<String> made = new ArrayList<>();
        PreparedFields.Encoder<String> lines =
                new PreparedFields.Encoder<>(
                        fields -> {
                            made.add("lines");
                            return fields.toString();
                        });
        PreparedFields.Encoder<Integer> count =
                new PreparedFields.Encoder<>(
                        fields -> {
                            made.add("count");
                            return fields.size();
                        });
        PreparedFields fields = prepared();

        for (int i = 0; i < 3; i++) {
            assertThat(fields.in(lines))
                    .isEqualTo("ETag: \"1\"\r\nVary: Accept\r\nVary: Cookie\r\n");
            assertThat(fields.in(count)).isEqualTo(3);
        }
        assertThat(made).containsExactly("lines", "count");
    }

    @Test
    void laterChangesOfTheFieldsHaveNoEffect() {
        Fields fields = new Fields();
        fields.add(FieldName.ETAG, "\"1\"");
        PreparedFields prepared = PreparedFields.of(fields);
        fields.set(FieldName.ETAG, "\"2\"");

        assertThat(prepared.get(FieldName.of("etag"))).isEqualTo("\"1\"");
        assertThat(prepared.get(FieldName.VARY)).isNull();
    }
}
