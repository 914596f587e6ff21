package dev.serval.session.saved;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.catchThrowable;

import java.io.ByteArrayOutputStream;
import java.io.DataOutputStream;
import java.io.IOException;
import java.io.Serializable;
import java.nio.charset.StandardCharsets;
import java.util.AbstractMap.SimpleEntry;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.regex.Pattern;
import javax.management.BadAttributeValueExpException;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** What is read of an attribute, and what is refused (security rule 20, CWE-502). */
@Timeout(20)
class AttributeBytesTest {
    private static final ClassLoader LOADER = AttributeBytesTest.class.getClassLoader();

    /** A value of an application. */
    private record Basket(String owner, List<String> goods, int[] counts) implements Serializable {}

    /** Contains another one of its kind. */
    private static final class Link implements Serializable {
        private static final long serialVersionUID = 1;
        private final Link next;

        Link(Link next) {
            this.next = next;
        }
    }

    private static Object read(byte[] bytes) throws AttributeException {
        return AttributeBytes.read(bytes, LOADER, AttributeRules.DEFAULTS);
    }

    private static Object copy(Object value) throws AttributeException {
        return read(AttributeBytes.write(value));
    }

    @Test
    void whatWasWrittenIsRead() throws Exception {
        Basket basket = new Basket("ann", List.of("pear", "plum"), new int[] {1, 2});
        Map<String, Object> all = new HashMap<>();
        all.put("text", "Größe");
        all.put("many", new ArrayList<>(List.of(1, 2L, 3.5)));
        all.put("tree", new TreeMap<>(Map.of("k", new LinkedList<>(List.of("v")))));
        all.put("bytes", new byte[100_000]);
        Map<?, ?> copied = (Map<?, ?>) copy(all);
        assertThat(copied.get("text")).isEqualTo("Größe");
        assertThat(copied.get("many")).isEqualTo(all.get("many"));
        assertThat(copied.get("tree")).isEqualTo(all.get("tree"));
        assertThat((Basket) copy(basket)).usingRecursiveComparison().isEqualTo(basket);
    }

    @Test
    void largeCollectionsOfManyKindsAreRead() throws Exception {
        for (int size : new int[] {0, 1, 3, 12, 1000, 50_000}) {
            Set<Integer> set = new HashSet<>();
            Map<Integer, Integer> map = new HashMap<>();
            for (int i = 0; i < size; i++) {
                set.add(i);
                map.put(i, i);
            }
            assertThat(copy(set)).isEqualTo(set);
            assertThat(copy(map)).isEqualTo(map);
            assertThat(copy(new ArrayList<>(set))).isEqualTo(new ArrayList<>(set));
            assertThat(copy(Arrays.asList(set.toArray()))).isEqualTo(new ArrayList<>(set));
            List<Map<Integer, Integer>> small = new ArrayList<>();
            for (int i = 0; i < size; i++) {
                small.add(new HashMap<>(Map.of(i, i)));
            }
            assertThat(copy(small)).isEqualTo(small);
        }
    }

    @Test
    void aValueThatIsNotSerializableIsNamed() {
        assertThatThrownBy(() -> AttributeBytes.write(Map.of("a", new Object())))
                .isInstanceOf(AttributeException.class)
                .hasMessageContaining("java.lang.Object");
    }

    @Test
    void aChainThatIsTooLongForTheStackIsNotWritten() {
        Link chain = null;
        for (int i = 0; i < 100_000; i++) {
            chain = new Link(chain);
        }
        Link whole = chain;
        assertThatThrownBy(() -> AttributeBytes.write(whole))
                .isInstanceOf(AttributeException.class)
                .hasMessageContaining("StackOverflowError");
    }

    @Test
    void objectsThatAreTooDeepAreRefused() throws Exception {
        Link chain = null;
        for (int i = 0; i < AttributeRules.DEPTH + 5; i++) {
            chain = new Link(chain);
        }
        byte[] bytes = AttributeBytes.write(chain);
        assertThatThrownBy(() -> read(bytes)).hasMessageContaining("deeper than 100");
        AttributeRules deeper = new AttributeRules(null, null, true, 200);
        assertThat(AttributeBytes.read(bytes, LOADER, deeper)).isInstanceOf(Link.class);
    }

    /** Each level doubles what is hashed: with 60 of them no computer comes to an end. */
    @Test
    void setsWithinSetsAreRefusedBeforeTheyAreHashed() throws Exception {
        Set<Object> outer = new HashSet<>();
        Set<Object> one = outer;
        Set<Object> other = new HashSet<>();
        for (int i = 0; i < 16; i++) {
            Set<Object> first = new HashSet<>();
            Set<Object> second = new HashSet<>();
            first.add("x");
            for (Set<Object> each : List.of(one, other)) {
                each.add(first);
                each.add(second);
            }
            one = first;
            other = second;
        }
        byte[] bytes = AttributeBytes.write(outer);
        AttributeRules strict = new AttributeRules(null, null, true, 50);
        assertThatThrownBy(() -> AttributeBytes.read(bytes, LOADER, strict))
                .hasMessageContaining("collections within each other");
    }

    @Test
    void pairsWithinPairsAreRefused() throws Exception {
        Object pair = "x";
        for (int i = 0; i < 60; i++) {
            pair = new SimpleEntry<>(pair, pair);
        }
        byte[] bytes = AttributeBytes.write(pair);
        assertThatThrownBy(() -> read(bytes)).hasMessageContaining("deeper than 24");
    }

    /** 30 bytes that ask for an array of two thousand million elements. */
    @Test
    void anArrayThatIsLargerThanItsBytesIsRefused() throws Exception {
        for (String type : List.of("[Ljava.lang.Object;", "[J", "[B", "[[I")) {
            byte[] bytes = array(type, Integer.MAX_VALUE - 8);
            assertThatThrownBy(() -> read(bytes))
                    .as(type)
                    .isInstanceOf(AttributeException.class)
                    .hasMessageContaining("more than its bytes can hold");
        }
    }

    private static byte[] array(String type, int length) throws IOException {
        ByteArrayOutputStream bytes = new ByteArrayOutputStream();
        DataOutputStream out = new DataOutputStream(bytes);
        out.writeInt(0xACED0005);
        out.writeByte(0x75); // TC_ARRAY
        out.writeByte(0x72); // TC_CLASSDESC
        out.writeUTF(type);
        out.writeLong(java.io.ObjectStreamClass.lookup(name(type)).getSerialVersionUID());
        out.writeByte(2);
        out.writeShort(0);
        out.writeByte(0x78);
        out.writeByte(0x70);
        out.writeInt(length);
        return bytes.toByteArray();
    }

    private static Class<?> name(String type) {
        try {
            return Class.forName(type);
        } catch (ClassNotFoundException e) {
            throw new AssertionError(e);
        }
    }

    @Test
    void classesThatRunCodeWhileTheyAreReadAreRefused() throws Exception {
        byte[] bytes = AttributeBytes.write(new BadAttributeValueExpException("x"));
        assertThatThrownBy(() -> read(bytes))
                .hasMessageContaining(
                        "the class javax.management.BadAttributeValueExpException, which is never"
                                + " read");
    }

    @Test
    void norAreTheirArrays() throws Exception {
        byte[] bytes = array("[L" + BadAttributeValueExpException.class.getName() + ";", 0);
        assertThatThrownBy(() -> read(bytes)).hasMessageContaining("which is never read");
    }

    @Test
    void anAttributeOfTooManyBytesIsNotWritten() {
        assertThatThrownBy(() -> AttributeBytes.write(new byte[AttributeBytes.MOST]))
                .isInstanceOf(AttributeException.class)
                .hasMessageContaining("more than " + AttributeBytes.MOST + " bytes");
    }

    /** A byte each: the objects of a few bytes would fill the memory. */
    @Test
    void objectsBeyondTheirNumberAreRefused() throws Exception {
        byte[] bytes = AttributeBytes.write(new Object[] {new Object[5_000_001], 1});
        assertThatThrownBy(() -> read(bytes)).hasMessageContaining("more than 5000000 references");
    }

    @Test
    void anAttributeOfAVanishedClassIsNamed() throws Exception {
        byte[] bytes = AttributeBytes.write(new Basket("ann", List.of(), new int[0]));
        String own = Basket.class.getName();
        byte[] other = replaced(bytes, own, own.replace("Basket", "Casket"));
        assertThatThrownBy(() -> read(other)).hasMessageContaining("Casket");
    }

    private static byte[] replaced(byte[] bytes, String from, String to) {
        String text = new String(bytes, StandardCharsets.ISO_8859_1);
        return text.replace(from, to).getBytes(StandardCharsets.ISO_8859_1);
    }

    @Test
    void classesThatTheFilterDoesNotNameAreRefusedByRules() throws Exception {
        byte[] bytes = AttributeBytes.write(new Basket("ann", List.of(), new int[0]));
        AttributeRules texts =
                new AttributeRules(null, Pattern.compile("java\\.lang\\..*"), false, 100);
        assertThat(AttributeBytes.read(AttributeBytes.write("text"), LOADER, texts))
                .isEqualTo("text");
        Throwable thrown = catchThrowable(() -> AttributeBytes.read(bytes, LOADER, texts));
        assertThat(thrown).isInstanceOf(AttributeException.class);
        assertThat(((AttributeException) thrown).isByRules()).isTrue();
    }

    @Test
    void bytesThatAreCutOffAnywhereAreRefused() throws Exception {
        byte[] bytes = AttributeBytes.write(new Basket("a", List.of("b"), new int[] {1}));
        for (int length = 0; length < bytes.length; length++) {
            byte[] cut = Arrays.copyOf(bytes, length);
            assertThatThrownBy(() -> read(cut)).isInstanceOf(AttributeException.class);
        }
    }

    /** Whatever they become, nothing but the one exception comes out. */
    @Test
    void changedBytesGiveAValueOrAreRefused() throws Exception {
        Map<String, Object> value = new HashMap<>(Map.of("a", new int[] {1}, "b", List.of("c")));
        byte[] bytes = AttributeBytes.write(value);
        for (int at = 0; at < bytes.length; at++) {
            for (int change : new int[] {1, 0x7f, 0x80, 0xff}) {
                byte[] changed = bytes.clone();
                changed[at] ^= (byte) change;
                Throwable thrown = catchThrowable(() -> read(changed));
                assertThat(thrown == null || thrown instanceof AttributeException)
                        .as("byte %d: %s", at, thrown)
                        .isTrue();
            }
        }
    }
}
