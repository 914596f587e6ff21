package dev.serval.webapp;

import static org.assertj.core.api.Assertions.assertThat;

import java.beans.Introspector;
import java.lang.ref.WeakReference;
import java.util.ArrayList;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import org.junit.jupiter.api.Test;

/** What the JDK remembers softly of an application is forgotten; what it knows of others stays. */
class JdkCachesTest {
    /** Of the application, which is this test. */
    public static final class Bean {
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

    /** In a map like those of the first JDKs 17: this JDK may have none. */
    @Test
    void formsOfSerializedClassesAreForgotten() {
        Map<WeakReference<Class<?>>, String> forms = new ConcurrentHashMap<>();
        forms.put(new WeakReference<>(Bean.class), "of the application");
        forms.put(new WeakReference<>(ArrayList.class), "of the JDK");
        JdkCaches.forget(us(), forms);
        assertThat(forms.values()).containsExactly("of the JDK");
    }
}
