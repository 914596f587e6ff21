package dev.serval.builtin.resource;

import dev.serval.extension.ResourceElement;
import java.lang.reflect.Method;
import java.util.Properties;

/** A {@code jakarta.mail.Session}, of the library that the users provide. Stateless. */
final class MailSession {
    private static final String MAIL = "jakarta.mail.";

    private MailSession() {}

    static Object of(ResourceElement element) throws Exception {
        Class<?> type = Types.of(MAIL + "Session", "the type", element);
        Properties properties = new Properties();
        properties.put("mail.transport.protocol", "smtp");
        properties.put("mail.smtp.host", "localhost");
        element.attributes()
                .forEach(
                        (name, value) -> {
                            if (name.startsWith("mail.")) {
                                properties.put(name, value);
                            }
                        });
        Object session = type.getMethod("getInstance", Properties.class).invoke(null, properties);
        String protocol = properties.getProperty("mail.transport.protocol");
        String user =
                properties.getProperty(
                        "mail." + protocol + ".user", properties.getProperty("mail.user"));
        String password = element.attributes().get("password");
        if (password != null && user != null) {
            String host =
                    properties.getProperty(
                            "mail." + protocol + ".host", properties.getProperty("mail.host"));
            authenticate(session, element, new String[] {protocol, host, user, password});
        }
        return session;
    }

    /** Sets the login that the session's transport uses when it connects. */
    private static void authenticate(Object session, ResourceElement element, String[] account)
            throws Exception {
        Class<?> place = Types.of(MAIL + "URLName", "the class", element);
        Class<?> login = Types.of(MAIL + "PasswordAuthentication", "the class", element);
        Object at =
                place.getConstructor(
                                String.class,
                                String.class,
                                int.class,
                                String.class,
                                String.class,
                                String.class)
                        .newInstance(account[0], account[1], -1, null, account[2], null);
        Object known =
                login.getConstructor(String.class, String.class)
                        .newInstance(account[2], account[3]);
        Method set = session.getClass().getMethod("setPasswordAuthentication", place, login);
        set.invoke(session, at, known);
    }
}
