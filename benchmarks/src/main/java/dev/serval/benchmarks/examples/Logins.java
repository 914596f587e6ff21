package dev.serval.benchmarks.examples;

import java.io.IOException;
import java.util.ArrayList;
import java.util.List;

/** Logs in to the protected pages, on all servers. One thread. */
final class Logins {
    private static final String PAGES = "/examples/jsp/security/protected/";
    private static final String PAGE = PAGES + "index.jsp";

    private final List<Integer> ports;
    private final Comparison comparison;
    private List<Visitor> visitors;

    Logins(List<Integer> ports, Comparison comparison) {
        this.ports = ports;
        this.comparison = comparison;
    }

    void logIn() throws IOException {
        visitors = ports.stream().map(Visitor::new).toList();
        get(PAGE + "?role=tomcat");
        post("ann", "wrong");
        post("ann", "secret");
        get(PAGE + "?role=tomcat");
        get(PAGE + "?role=other");
        get(PAGE);
        get(PAGE + "?dataName=colour&dataValue=%3Cred%3E");
        get(PAGE + "?dataName=colour");
        get(PAGES + "login.jsp");
        get(PAGES + "error.jsp");
        get("/examples/jsp/snp/snoop.jsp?a=b");
        post("ann", "secret");
        get(PAGE + "?logoff=true");
        get(PAGE);

        // A form that was sent before the login comes back behind it.
        visitors = ports.stream().map(Visitor::new).toList();
        ask(new Ask("POST", PAGE, "role=tomcat&dataName=a&dataValue=b"));
        post("ann", "secret");
        get(PAGE);

        // Without the role, and without a page that was asked for.
        visitors = ports.stream().map(Visitor::new).toList();
        get(PAGE);
        post("bob", "secret");
        get(PAGE);
        visitors = ports.stream().map(Visitor::new).toList();
        post("ann", "secret");
        visitors = ports.stream().map(Visitor::new).toList();
        get(PAGES + "login.jsp");
        post("ann", "secret");
        for (String method : List.of("HEAD", "OPTIONS", "PATCH")) {
            ask(new Ask(method, PAGE, null));
        }
    }

    private void get(String target) throws IOException {
        ask(Ask.get(target));
    }

    private void post(String user, String password) throws IOException {
        ask(
                new Ask(
                        "POST",
                        PAGES + "j_security_check",
                        "j_username=" + user + "&j_password=" + password));
    }

    private void ask(Ask ask) throws IOException {
        List<Answer> answers = new ArrayList<>();
        for (Visitor visitor : visitors) {
            answers.add(visitor.visit(ask));
        }
        comparison.add(ask, answers, visitors);
    }
}
