package dev.serval.config;

import dev.serval.settings.Attribute;
import dev.serval.settings.AttributeTable;
import dev.serval.settings.Format;
import dev.serval.settings.Location;
import dev.serval.settings.Values;
import java.util.ArrayList;
import java.util.List;

/**
 * The attributes of one element, each declared where it is read. Reading them without an element
 * returns the defaults, and collects the rows of the table in that order. One thread.
 *
 * <p>So a row must always be read, and not only for certain values of another one.
 */
final class Rows {
    private final List<Attribute<?>> declared = new ArrayList<>();
    // Null if they are only declared.
    private final AttributeTable table;
    private final Values values;

    /** Rows without an element. */
    Rows() {
        this(null, new Values(Location.NONE));
    }

    /**
     * @param values of an element, by that table
     */
    Rows(AttributeTable table, Values values) {
        this.table = table;
        this.values = values;
    }

    /** The value given, else the default. */
    <T> T get(Attribute<T> row) {
        if (table == null) {
            declared.add(row);
            return row.fallback();
        }
        return values.get(known(row.name()));
    }

    /** The same for {@link Attribute#of}. */
    <T> T of(String name, Format<T> format, T fallback, String doc) {
        return get(Attribute.of(name, format, fallback, doc));
    }

    /** The same for {@link Attribute#flag}. */
    boolean flag(String name, boolean fallback, String doc) {
        return get(Attribute.flag(name, fallback, doc));
    }

    /** The same for {@link Attribute#text}. */
    String text(String name, String doc) {
        return get(Attribute.text(name, doc));
    }

    /**
     * The value given, else that of the other name, else the default.
     *
     * @param other a row of its own, which is declared elsewhere
     */
    <T> T get(Attribute<T> row, String other) {
        return has(row.name()) || !has(other) ? get(row) : values.get(known(other));
    }

    @SuppressWarnings("unchecked") // the row was declared under that name with that type
    private <T> Attribute<T> known(String name) {
        return (Attribute<T>) table.attribute(name);
    }

    /** Whether the element has a usable value for it. */
    boolean has(String name) {
        return table != null && values.has(table.attribute(name));
    }

    /** The place of its value; that of the element if it has none. */
    Location at(String name) {
        return values.at(table.attribute(name));
    }

    /** The rows that were read without an element. */
    List<Attribute<?>> declared() {
        return declared;
    }
}
