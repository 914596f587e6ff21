package dev.serval.config;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

/** Whether two elements say the same. */
class ElementFactoryTest {
    private static Object valve(String attributes) {
        return Xml.onlyHost(Xml.host("<Valve className='AccessLog' " + attributes + "/>"))
                .valves()
                .get(0);
    }

    private static Object realm(String inside) {
        return Xml.onlyHost(
                        Xml.host(
                                "<Realm className='org.apache.catalina.realm.CombinedRealm'>"
                                        + inside
                                        + "</Realm>"))
                .realm()
                .factory();
    }

    private static String users(String file) {
        return "<Realm className='org.apache.catalina.realm.MemoryRealm' pathname='" + file + "'/>";
    }

    @Test
    void placeAndOrderDoNotCount() {
        assertThat(valve("prefix='a' pattern='common'"))
                .isEqualTo(valve("\n pattern=\"common\"\n prefix=\"a\""))
                .hasSameHashCodeAs(valve("\n pattern=\"common\"\n prefix=\"a\""));
    }

    @Test
    void placeholdersCountAsWhatTheyStandFor() {
        assertThat(valve("prefix='${none:-a}'")).isEqualTo(valve("prefix='a'"));
    }

    @Test
    void valuesCount() {
        assertThat(valve("prefix='a'"))
                .isNotEqualTo(valve("prefix='b'"))
                .isNotEqualTo(valve("suffix='a'"))
                .isNotEqualTo(valve("prefix='a' suffix='b'"));
        assertThat(valve("prefix='a&quot; suffix=&quot;b'"))
                .isNotEqualTo(valve("prefix='a' suffix='b'"));
    }

    @Test
    void elementsWithinCount() {
        assertThat(realm(users("a") + users("b"))).isEqualTo(realm(users("a") + users("b")));
        assertThat(realm(users("a") + users("b"))).isNotEqualTo(realm(users("b") + users("a")));
        assertThat(realm(users("a"))).isNotEqualTo(realm(users("a") + users("a")));
    }
}
