package dev.serval.session.saved;

import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.EOFException;
import java.io.IOException;
import java.io.InputStream;
import java.io.ObjectInputStream;
import java.io.ObjectOutputStream;
import java.io.ObjectStreamClass;
import java.io.OptionalDataException;
import java.io.StreamCorruptedException;
import java.lang.reflect.Proxy;

/** The bytes of one attribute by Java's serialisation, with the classes of a loader. Stateless. */
final class AttributeBytes {
    /** 16 MiB. */
    static final int MOST = 16 * 1024 * 1024;

    private AttributeBytes() {}

    /** Runs code of the application. */
    static byte[] write(Object value) throws AttributeException {
        Bounded bytes = new Bounded();
        try (ObjectOutputStream out = new ObjectOutputStream(bytes)) {
            out.writeObject(value);
        } catch (IOException | RuntimeException | LinkageError | StackOverflowError e) {
            throw new AttributeException("cannot be serialised: " + e, false, e);
        }
        return bytes.toByteArray();
    }

    /** Runs code of the application, but only of classes that the rules admit. */
    static Object read(byte[] bytes, ClassLoader loader, AttributeRules rules)
            throws AttributeException {
        AttributeFilter filter = new AttributeFilter(rules, bytes.length);
        try (ObjectInputStream in = new Loaded(new ByteArrayInputStream(bytes), loader)) {
            in.setObjectInputFilter(filter);
            Object value = in.readObject();
            if (value == null) {
                throw new AttributeException("is null", false, null);
            }
            return value;
        } catch (IOException
                | ClassNotFoundException
                | RuntimeException
                | LinkageError
                | StackOverflowError
                | OutOfMemoryError e) {
            String reason = filter.reason();
            throw new AttributeException(
                    reason == null ? "cannot be read: " + e : reason,
                    filter.isByRules(),
                    reason == null ? isDamage(e) : !filter.isByRules(),
                    e);
        }
    }

    /** A class that the application has lost or changed does not make the bytes suspect. */
    private static boolean isDamage(Throwable e) {
        return e instanceof EOFException
                || e instanceof StreamCorruptedException
                || e instanceof OptionalDataException
                || e instanceof StackOverflowError
                || e instanceof OutOfMemoryError;
    }

    private static final class Bounded extends ByteArrayOutputStream {
        @Override
        public synchronized void write(int b) {
            require(1);
            super.write(b);
        }

        @Override
        public synchronized void write(byte[] from, int offset, int length) {
            require(length);
            super.write(from, offset, length);
        }

        private void require(int more) {
            if (count + (long) more > MOST) {
                throw new IllegalStateException("it has more than " + MOST + " bytes");
            }
        }
    }

    private static final class Loaded extends ObjectInputStream {
        private final ClassLoader loader;

        Loaded(InputStream in, ClassLoader loader) throws IOException {
            super(in);
            this.loader = loader;
        }

        @Override
        protected Class<?> resolveClass(ObjectStreamClass described)
                throws IOException, ClassNotFoundException {
            try {
                return Class.forName(described.getName(), false, loader);
            } catch (ClassNotFoundException e) {
                if (described.getName().indexOf('.') < 0) {
                    return super.resolveClass(described); // a primitive type
                }
                throw e;
            }
        }

        @Override
        @SuppressWarnings("deprecation") // its replacement creates an object
        protected Class<?> resolveProxyClass(String[] names)
                throws IOException, ClassNotFoundException {
            Class<?>[] interfaces = new Class<?>[names.length];
            for (int i = 0; i < names.length; i++) {
                interfaces[i] = Class.forName(names[i], false, loader);
            }
            try {
                return Proxy.getProxyClass(loader, interfaces);
            } catch (IllegalArgumentException e) {
                throw new ClassNotFoundException("a proxy for " + String.join(", ", names), e);
            }
        }
    }
}
