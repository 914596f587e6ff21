package dev.serval.naming;

import java.util.Iterator;
import java.util.List;
import javax.naming.NamingEnumeration;

/** A listing of a {@link NamingContext}. Used by one thread. */
final class ListedNames<T> implements NamingEnumeration<T> {
    private final Iterator<T> left;

    ListedNames(List<T> all) {
        left = all.iterator();
    }

    @Override
    public boolean hasMore() {
        return left.hasNext();
    }

    @Override
    public T next() {
        return left.next();
    }

    @Override
    public boolean hasMoreElements() {
        return left.hasNext();
    }

    @Override
    public T nextElement() {
        return left.next();
    }

    @Override
    public void close() {}
}
