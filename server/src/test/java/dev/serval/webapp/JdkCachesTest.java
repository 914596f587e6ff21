package dev.serval.webapp;

import static org.assertj.core.api.Assertions.assertThat;

import java.beans.Introspector;
import java.io.IOException;
import java.io.InputStream;
import java.io.ObjectStreamClass;
import java.io.Serializable;
import java.lang.ref.ReferenceQueue;
import java.lang.ref.SoftReference;
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

    /** Of an application that has a loader of its own. */
    public static final class Kept implements Serializable {
        private static final long serialVersionUID = 1;
        private String text = "text";

        @Override
        public String toString() {
            return text;
        }
    }

    private static final class Own extends ClassLoader {
        Own() {
            super(null);
        }

        @Override
        protected Class<?> findClass(String name) throws ClassNotFoundException {
            String file = name.replace('.', '/') + ".class";
            try (InputStream in = JdkCachesTest.class.getResourceAsStream("/" + file)) {
                byte[] bytes = in.readAllBytes();
                return defineClass(name, bytes, 0, bytes.length);
            } catch (IOException e) {
                throw new ClassNotFoundException(name, e);
            }
        }
    }

    /**
     * A loader whose class the JDK has described, until a collection while it was in use: it clears
     * every soft reference at once in these tests.
     */
    private static WeakReference<ClassLoader> described() throws Exception {
        Class<?> kept = new Own().loadClass(Kept.class.getName());
        for (int i = 0; i < 2; i++) {
            assertThat(ObjectStreamClass.lookup(kept).forClass()).isSameAs(kept);
        }
        ReferenceQueue<Object> cleared = new ReferenceQueue<>();
        SoftReference<Object> beside = new SoftReference<>(new Object(), cleared);
        Object gone = null;
        for (int i = 0; i < 20 && gone == null; i++) {
            System.gc(); // the first one sees what was used a moment ago
            gone = cleared.remove(100);
        }
        assertThat(gone).isSameAs(beside);
        return new WeakReference<>(kept.getClassLoader());
    }

    @Test
    void theQueueOfWhatTheJdkHasForgottenKeepsNoClass() throws Exception {
        WeakReference<ClassLoader> loader = described();
        for (int i = 0; i < 20 && loader.get() != null; i++) {
            JdkCaches.emptyQueues();
            System.gc();
            Thread.onSpinWait();
        }
        assertThat(loader.get()).isNull();
    }
}
