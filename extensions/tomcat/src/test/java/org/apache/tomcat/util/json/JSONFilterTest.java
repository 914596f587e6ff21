package org.apache.tomcat.util.json;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

/** RFC 8259 §7. */
class JSONFilterTest {
    @Test
    void escapesWhatAStringMayNotHold() {
        assertThat(JSONFilter.escape("a\"b\\c\n\r\t\b\f\u0001\u001f/\u00e9"))
                .isEqualTo("a\\\"b\\\\c\\n\\r\\t\\b\\f\\u0001\\u001f/\u00e9");
        assertThat(JSONFilter.escape('"')).containsExactly('\\', '"');
        assertThat(JSONFilter.escape("0123\"", 2, 3)).hasToString("23\\\"");
        assertThat(JSONFilter.escape((String) null)).isNull();
    }
}
