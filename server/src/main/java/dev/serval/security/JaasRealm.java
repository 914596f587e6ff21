package dev.serval.security;

import java.io.IOException;
import java.security.Principal;
import java.security.cert.X509Certificate;
import java.sql.SQLException;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import javax.naming.CommunicationException;
import javax.security.auth.Subject;
import javax.security.auth.callback.Callback;
import javax.security.auth.callback.CallbackHandler;
import javax.security.auth.callback.NameCallback;
import javax.security.auth.callback.PasswordCallback;
import javax.security.auth.callback.TextOutputCallback;
import javax.security.auth.callback.UnsupportedCallbackException;
import javax.security.auth.login.AppConfigurationEntry;
import javax.security.auth.login.Configuration;
import javax.security.auth.login.LoginContext;
import javax.security.auth.login.LoginException;

/**
 * Users that login modules of JAAS know. Thread-safe. A module gets name and password, and is
 * logged out as soon as the names of its principals are read. No user is found without a password.
 * No answer is kept for the next login, since the next answer of a module may differ.
 */
public final class JaasRealm implements Realm {
    private static final int MOST_QUESTIONS = 8;

    private final JaasSettings settings;
    private final Configuration configuration;
    private final ClassLoader loader;
    private final UserLookups lookups;

    /**
     * Names are Tomcat's. Immutable.
     *
     * @param appName of the entry in the configuration of JAAS
     * @param userClassNames classes of principals of which the first one is the user
     * @param roleClassNames classes of principals that are roles
     */
    public record JaasSettings(
            String appName, List<String> userClassNames, List<String> roleClassNames) {
        public JaasSettings {
            userClassNames = List.copyOf(userClassNames);
            roleClassNames = List.copyOf(roleClassNames);
        }
    }

    /**
     * @param configuration null for that of the JVM
     * @param loader of modules; null for the context class loader of the thread that logs in
     */
    public JaasRealm(
            JaasSettings settings,
            Configuration configuration,
            ClassLoader loader,
            RealmLimits limits) {
        this.settings = settings;
        this.configuration = configuration;
        this.loader = loader;
        this.lookups =
                new UserLookups(
                        "JAAS, by the entry " + settings.appName() + " of a Realm,",
                        MOST_QUESTIONS,
                        limits,
                        UserLookups.patience(0));
    }

    @Override
    public UserPrincipal authenticate(String user, String password, String client) {
        if (password == null || !UserLookups.isName(user)) {
            return null;
        }
        ClassLoader ours = loader != null ? loader : Thread.currentThread().getContextClassLoader();
        return lookups.ask(client, ours, () -> logIn(user, password));
    }

    private UserPrincipal logIn(String user, String password)
            throws LoginException, ClassNotFoundException {
        Configuration used =
                configuration != null ? configuration : Configuration.getConfiguration();
        LoginContext context =
                new LoginContext(
                        settings.appName(),
                        new Subject(),
                        callbacks -> answer(callbacks, user, password),
                        used);
        // A missing module is not a wrong password, but JAAS would report both in the same way.
        AppConfigurationEntry[] entries = used.getAppConfigurationEntry(settings.appName());
        if (entries == null) {
            entries = used.getAppConfigurationEntry("other"); // as JAAS does
        }
        for (AppConfigurationEntry entry : entries) {
            Class.forName(
                    entry.getLoginModuleName(),
                    false,
                    Thread.currentThread().getContextClassLoader());
        }
        try {
            context.login();
        } catch (LoginException e) {
            if (hasFailed(e)) {
                throw e;
            }
            return null; // the client gets no reason
        }
        try {
            return principal(context.getSubject());
        } finally {
            context.logout();
        }
    }

    /**
     * Whether the module has failed, by the cause of its exception: the class of the exception says
     * little. LdapLoginModule throws a FailedLoginException when the directory does not answer, and
     * Krb5LoginModule a plain LoginException for a wrong password, which has to count.
     */
    private static boolean hasFailed(LoginException e) {
        // Of any other exception of a module, LoginContext keeps only the trace.
        if (String.valueOf(e.getMessage()).contains("\tat ")) {
            return true;
        }
        for (Throwable cause = e.getCause(); cause != null; cause = cause.getCause()) {
            if (cause instanceof IOException
                    || cause instanceof SQLException
                    || cause instanceof CommunicationException
                    || cause instanceof RuntimeException) {
                return true;
            }
        }
        return false;
    }

    private UserPrincipal principal(Subject subject) {
        String user = null;
        Set<String> roles = new HashSet<>();
        for (Principal each : subject.getPrincipals()) {
            String type = each.getClass().getName();
            if (user == null && settings.userClassNames().contains(type)) {
                user = each.getName();
            }
            if (settings.roleClassNames().contains(type)) {
                roles.add(each.getName());
            }
        }
        return user == null ? null : new UserPrincipal(user, roles);
    }

    /** A {@link CallbackHandler}. */
    private static void answer(Callback[] callbacks, String user, String password)
            throws IOException, UnsupportedCallbackException {
        for (Callback callback : callbacks) {
            if (callback instanceof NameCallback name) {
                name.setName(user);
            } else if (callback instanceof PasswordCallback asked) {
                asked.setPassword(password.toCharArray());
            } else if (!(callback instanceof TextOutputCallback)) {
                throw new UnsupportedCallbackException(callback);
            }
        }
    }

    @Override
    public UserPrincipal authenticate(DigestAnswer answer) {
        return null;
    }

    @Override
    public UserPrincipal authenticate(X509Certificate certificate) {
        return null;
    }
}
