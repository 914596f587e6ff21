package dev.serval.webapp;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.beans.Introspector;
import java.io.ObjectStreamClass;
import java.io.Serializable;
import java.util.Map;
import org.junit.jupiter.api.Test;

/** What the JDK remembers softly of an application is forgotten; what it knows of others stays. */
class JdkCachesTest {
    /** Of the application, which is this test. */
    public static final class Bean implements Serializable {
        private static final long serialVersionUID = 1;

        public String getName() {
            return "bean";
        }
    }

    private static LoadedBy us() {
        return new LoadedBy(JdkCachesTest.class.getClassLoader());
    }

    @Test
    void propertiesOfBeansAreForgotten() throws Exception {
        Object before = Introspector.getBeanInfo(Bean.class);
        assertThat(Introspector.getBeanInfo(Bean.class)).isSameAs(before);
        JdkCaches.forget(us(), true);
        assertThat(Introspector.getBeanInfo(Bean.class)).isNotSameAs(before);
    }

    @Test
    void formsOfSerializedClassesAreForgotten() {
        Object cache = Inside.get("java.io.ObjectStreamClass$Caches", "localDescs");
        assumeTrue(cache instanceof Map, "later JDKs keep them with the class");
        Object before = ObjectStreamClass.lookup(Bean.class);
        Object ofJdk = ObjectStreamClass.lookup(java.util.ArrayList.class);
        assertThat(ObjectStreamClass.lookup(Bean.class)).isSameAs(before);
        JdkCaches.forget(us(), false);
        assertThat(ObjectStreamClass.lookup(Bean.class)).isNotSameAs(before);
        assertThat(ObjectStreamClass.lookup(java.util.ArrayList.class)).isSameAs(ofJdk);
    }
}
