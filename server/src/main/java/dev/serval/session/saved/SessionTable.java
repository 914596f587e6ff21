package dev.serval.session.saved;

import java.util.List;
import java.util.Locale;
import java.util.regex.Pattern;

/**
 * The table of a {@link DataSourceStore}, and the statements for it. Names are part of statements,
 * so they are checked. Columns that Tomcat has too have Tomcat's names. Immutable.
 *
 * @param table may have a schema before it
 * @param app the application that has the session, as text
 * @param id of the session, as text
 * @param data its bytes
 * @param valid always 1
 * @param maxInactive seconds until its time is over, as it was when it was saved; -1 for never
 * @param lastAccessed when it was saved or touched, in milliseconds since 1970
 * @param version grows with every save; a column of Serval's own, as the next one
 * @param expires when its time is over, in milliseconds since 1970
 */
public record SessionTable(
        String table,
        String app,
        String id,
        String data,
        String valid,
        String maxInactive,
        String lastAccessed,
        String version,
        String expires) {
    private static final String NAME = "[A-Za-z_][A-Za-z0-9_$]{0,62}";
    private static final Pattern COLUMN = Pattern.compile(NAME);
    private static final Pattern TABLE = Pattern.compile("(" + NAME + "\\.){0,2}" + NAME);

    /** Throws IllegalArgumentException for a name that is not a plain SQL identifier. */
    public SessionTable {
        require(TABLE, table);
        List.of(app, id, data, valid, maxInactive, lastAccessed, version, expires)
                .forEach(name -> require(COLUMN, name));
    }

    private static void require(Pattern form, String name) {
        if (!form.matcher(name).matches()) {
            throw new IllegalArgumentException(
                    "'" + name + "' is no name of a table or column that needs no quotes in SQL");
        }
    }

    private String ofOne() {
        return " WHERE " + id + " = ? AND " + app + " = ?";
    }

    /** Parameters: id, app. */
    String load() {
        return "SELECT " + version + ", " + expires + ", " + data + " FROM " + table + ofOne();
    }

    /** Parameters: the known version, id, app. */
    String loadIfNew() {
        return "SELECT "
                + version
                + ", "
                + expires
                + ", CASE WHEN "
                + version
                + " = ? THEN NULL ELSE "
                + data
                + " END FROM "
                + table
                + ofOne();
    }

    /** Parameters: {@link #update} without the version that is replaced. */
    String insert() {
        return "INSERT INTO "
                + table
                + " ("
                + String.join(
                        ", ", data, version, expires, maxInactive, lastAccessed, valid, id, app)
                + ") VALUES (?, ?, ?, ?, ?, '1', ?, ?)";
    }

    /** Parameters: data, version, expires, maxInactive, lastAccessed, id, app, version before. */
    String update() {
        return "UPDATE "
                + table
                + " SET "
                + String.join(" = ?, ", data, version, expires, maxInactive, lastAccessed, valid)
                + " = '1'"
                + ofOne()
                + " AND "
                + version
                + " = ?";
    }

    /** Parameters: expires twice, lastAccessed, id, app. */
    String touch() {
        return "UPDATE "
                + table
                + " SET "
                + expires
                + " = CASE WHEN "
                + expires
                + " > ? THEN "
                + expires
                + " ELSE ? END, "
                + lastAccessed
                + " = ?"
                + ofOne();
    }

    /** Parameters: id, app. */
    String remove() {
        return "DELETE FROM " + table + ofOne();
    }

    /** Parameters: app, now. */
    String expired() {
        return "SELECT "
                + String.join(", ", id, version, expires)
                + " FROM "
                + table
                + " WHERE "
                + app
                + " = ? AND "
                + expires
                + " <= ? ORDER BY "
                + expires;
    }

    /** Parameters: id, app, version, expires. */
    String claim() {
        return remove() + " AND " + version + " = ? AND " + expires + " = ?";
    }

    /** Parameters: app, the id after which they begin. */
    String ids() {
        return "SELECT "
                + id
                + " FROM "
                + table
                + " WHERE "
                + app
                + " = ? AND "
                + id
                + " > ? ORDER BY "
                + id;
    }

    /** Parameters: app. */
    String count() {
        return "SELECT COUNT(*) FROM " + table + " WHERE " + app + " = ?";
    }

    /** Selects all columns and finds no row. */
    String look() {
        return "SELECT "
                + String.join(
                        ", ", id, app, data, valid, maxInactive, lastAccessed, version, expires)
                + " FROM "
                + table
                + " WHERE 1 = 0";
    }

    /**
     * Makes the table.
     *
     * @param product the name of the database, as its driver reports it
     */
    String create(String product) {
        return "CREATE TABLE "
                + table
                + " ("
                + String.join(
                        ", ",
                        id + " VARCHAR(200) NOT NULL",
                        app + " VARCHAR(255) NOT NULL",
                        data + " " + bytes(product),
                        valid + " CHAR(1) NOT NULL",
                        maxInactive + " INT NOT NULL",
                        lastAccessed + " " + number(product) + " NOT NULL",
                        version + " " + number(product) + " NOT NULL",
                        expires + " " + number(product) + " NOT NULL",
                        "PRIMARY KEY (" + id + ", " + app + ")")
                + ")";
    }

    /** The index that finds expired sessions. */
    String index() {
        String name = table.substring(table.lastIndexOf('.') + 1).replace('$', '_');
        return "CREATE INDEX " + name + "_expires ON " + table + " (" + app + ", " + expires + ")";
    }

    private static String bytes(String product) {
        String name = product.toLowerCase(Locale.ROOT);
        if (name.contains("postgres")) {
            return "BYTEA";
        }
        if (name.contains("mysql") || name.contains("mariadb")) {
            return "LONGBLOB";
        }
        return name.contains("microsoft") ? "VARBINARY(MAX)" : "BLOB";
    }

    private static String number(String product) {
        return product.toLowerCase(Locale.ROOT).contains("oracle") ? "NUMBER(19)" : "BIGINT";
    }
}
