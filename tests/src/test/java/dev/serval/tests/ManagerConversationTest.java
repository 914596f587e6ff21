package dev.serval.tests;

import static org.assertj.core.api.Assertions.assertThat;

import java.net.http.HttpResponse;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/**
 * The same commands to the manager of Tomcat and to that of Serval, in one run: the answers are the
 * same, line by line.
 */
@Timeout(120)
class ManagerConversationTest {
    private static final String BAD =
            "<web-app version='6.1'><listener><listener-class>no.Such</listener-class></listener>"
                    + "</web-app>";
    private static final byte[] GOOD =
            Wars.zip(Map.of("index.html", Wars.text("hello"), "s.jsp", Wars.text("<p>${1}")));
    private static final byte[] BROKEN =
            Wars.zip(Map.of("index.html", Wars.text("x"), "WEB-INF/web.xml", Wars.text(BAD)));
    private static final byte[] JUNK = Wars.text("this is no zip");

    private static final String CONNECTORS =
            "<Connector port='0' protocol='HTTP/1.1'/>"
                    + "<Connector port='0' protocol='HTTP/1.1' SSLEnabled='true' scheme='https'"
                    + " secure='true'><SSLHostConfig><Certificate"
                    + " certificateKeystoreFile='%s' certificateKeystorePassword='password'/>"
                    + "</SSLHostConfig></Connector>";

    @TempDir private static Path temporary;

    /** One that both servers know by its own name, such as the name of a host. */
    private record Step(String method, String target, byte[] body) {
        static Step get(String target) {
            return new Step("GET", target, null);
        }

        static Step put(String target, byte[] body) {
            return new Step("PUT", target, body);
        }
    }

    /** What both have said, with the names of directories taken out. */
    private record Side(int port, Path base) {
        String answer(Step step) throws Exception {
            String target = step.target.replace("$FILES", temporary.toRealPath() + "/files");
            HttpResponse<String> response =
                    ManagedServer.send(port, "all", step.method, target, step.body);
            String text = response.body().replace(base.toString(), "$BASE");
            if (step.target.contains("/list") && text.startsWith("OK")) {
                // Tomcat has no order.
                List<String> lines = new ArrayList<>(text.lines().toList());
                lines.subList(1, lines.size()).sort(null);
                text = String.join("\n", lines) + "\n";
            }
            String status = response.statusCode() == 200 ? "" : response.statusCode() + " ";
            boolean page = response.statusCode() != 200;
            return status + (page ? "" : text);
        }
    }

    private static List<Step> conversation() {
        String t = "/manager/text";
        List<Step> steps = new ArrayList<>();
        for (String target : List.of("", "/", "/nosuch", "/list", "/deploy", "/deploy?path=/x")) {
            steps.add(Step.get(t + target));
        }
        steps.add(new Step("POST", t + "/list", Wars.text("")));
        for (String target :
                List.of("/deploy", "/list", "/deploy?path=foo", "/deploy?path=/../../x")) {
            steps.add(Step.put(t + target, GOOD));
        }
        steps.add(Step.put(t + "/deploy?path=/foo", GOOD));
        steps.add(Step.put(t + "/deploy?path=/foo", GOOD));
        for (String target :
                List.of(
                        "/list",
                        "/sessions?path=/foo",
                        "/sessions",
                        "/sessions?path=/no",
                        "/sessions?path=foo",
                        "/expire?path=/foo&idle=5",
                        "/expire?path=/foo",
                        "/expire?path=/foo&idle=x",
                        "/expire?path=/foo&idle=0",
                        "/expire?path=/no&idle=0",
                        "/stop?path=/foo",
                        "/list",
                        "/stop?path=/foo",
                        "/reload?path=/foo",
                        "/sessions?path=/foo",
                        "/start?path=/foo",
                        "/start?path=/foo",
                        "/reload?path=/foo",
                        "/list")) {
            steps.add(Step.get(t + target));
        }
        steps.add(Step.get("/foo/index.html"));
        steps.add(Step.get(t + "/stop?path=/foo"));
        steps.add(Step.get("/foo/index.html"));
        steps.add(Step.get(t + "/start?path=/foo"));
        for (String command : List.of("start", "stop", "reload", "undeploy")) {
            for (String query :
                    List.of(
                            "",
                            "?path=/no",
                            "?path=no",
                            "?path=/manager",
                            "?path=/%3Cb%3E",
                            "?path=/no&version=7",
                            "?version=1",
                            "?path=/..%2f..",
                            "?path=/ROOT&version=9")) {
                steps.add(Step.get(t + "/" + command + query));
            }
        }
        steps.add(Step.put(t + "/deploy?path=/bad", BROKEN));
        for (String target : List.of("/list", "/start?path=/bad", "/reload?path=/bad")) {
            steps.add(Step.get(t + target));
        }
        for (String target : List.of("/stop?path=/bad", "/sessions?path=/bad")) {
            steps.add(Step.get(t + target));
        }
        steps.add(Step.get("/bad/index.html"));
        steps.add(Step.get(t + "/undeploy?path=/bad"));
        steps.add(Step.put(t + "/deploy?path=/junk", JUNK));
        steps.add(Step.get(t + "/list"));
        steps.add(Step.get(t + "/undeploy?path=/junk"));
        steps.add(Step.put(t + "/deploy?path=/foo&update=true", GOOD));
        steps.add(Step.get(t + "/undeploy?path=/foo"));
        steps.add(Step.get(t + "/undeploy?path=/foo"));
        steps.add(Step.get("/foo/index.html"));
        steps.add(Step.put(t + "/deploy?path=/foo&version=1", GOOD));
        steps.add(Step.put(t + "/deploy?path=/foo&version=2", GOOD));
        for (String target :
                List.of(
                        "/list",
                        "/undeploy?path=/foo&version=1",
                        "/undeploy?path=/foo",
                        "/undeploy?path=/foo&version=2",
                        "/deploy?path=/w&war=file:$FILES/good.war",
                        "/deploy?path=/w&war=file:$FILES/good.war",
                        "/deploy?path=/w&update=true&war=file:$FILES/good.war",
                        "/list",
                        "/undeploy?path=/w",
                        "/deploy?war=file:$FILES/good.war",
                        "/deploy?path=/good2&war=$FILES/good.war",
                        "/deploy?path=/d&war=file:$FILES/dir",
                        "/deploy?war=file:$FILES/dir",
                        "/deploy?path=/m&war=file:$FILES/missing.war",
                        "/deploy?path=/m2&war=missing",
                        "/deploy?path=/m3&war=good.war",
                        "/deploy?path=/c&config=file:$FILES/ctx.xml",
                        "/deploy?config=file:$FILES/ctx.xml",
                        "/deploy?path=/c2&config=file:$FILES/no.xml",
                        "/deploy?path=/c3&config=file:$FILES/ctx.xml&war=file:$FILES/good.war",
                        "/list")) {
            steps.add(Step.get(t + target));
        }
        for (String name : List.of("c", "ctx", "c2", "c3", "d", "dir", "good", "good2", "m3")) {
            steps.add(Step.get(t + "/undeploy?path=/" + name));
        }
        steps.add(Step.put(t + "/deploy?path=/t&tag=v1", GOOD));
        for (String target :
                List.of(
                        "/deploy?path=/t&tag=v1",
                        "/deploy?path=/t&tag=v1&update=true",
                        "/list",
                        "/deploy?path=/u&tag=nope",
                        "/undeploy?path=/t",
                        "/undeploy?path=/u",
                        "/undeploy?path=/v&version=../../x",
                        "/findleaks",
                        "/findleaks?statusLine=true",
                        "/resources",
                        "/resources?type=java.lang.String",
                        "/resources?type=org.apache.catalina.UserDatabase",
                        "/save",
                        "/sslReload",
                        "/sslReload?tlsHostName=_default_",
                        "/sslReload?tlsHostName=x",
                        "/list")) {
            steps.add(Step.get(t + target));
        }
        String h = "/host-manager/text";
        for (String target :
                List.of(
                        "/list",
                        "",
                        "/nosuch",
                        "/add",
                        "/add?name=one.example&aliases=o.example,p.example&appBase=one",
                        "/list",
                        "/add?name=one.example",
                        "/stop?name=one.example",
                        "/stop?name=one.example",
                        "/list",
                        "/start?name=one.example",
                        "/start?name=one.example",
                        "/remove?name=one.example",
                        "/remove?name=one.example",
                        "/list",
                        "/persist")) {
            steps.add(Step.get(h + target));
        }
        for (String command : List.of("remove", "start", "stop")) {
            for (String query : List.of("", "?name=", "?name=no", "?name=localhost")) {
                steps.add(Step.get(h + "/" + command + query));
            }
        }
        return steps;
    }

    @Test
    void theAnswersAreThoseOfTomcat() throws Exception {
        Path files = Files.createDirectories(temporary.resolve("files/dir"));
        Files.writeString(files.resolve("index.html"), "dir");
        Files.write(files.resolveSibling("good.war"), GOOD);
        Files.writeString(
                files.resolveSibling("ctx.xml"),
                "<Context docBase='" + temporary.toRealPath() + "/files/good.war'/>");
        Path keys = temporary.toRealPath().resolve("keys.p12");
        TestTls.shared().writeKeystore(keys, "password");
        String connectors = CONNECTORS.formatted(keys);
        try (RealTomcat tomcat =
                        new RealTomcat(
                                Files.createDirectories(temporary.resolve("t")), connectors);
                ManagedServer serval =
                        new ManagedServer(
                                Files.createDirectories(temporary.resolve("s")), connectors, "")) {
            Side theirs = new Side(tomcat.port(), tomcat.base);
            Side ours = new Side(serval.port(), serval.base);
            List<String> differences = new ArrayList<>();
            for (Step step : conversation()) {
                if (step.target.contains("/findleaks")) {
                    // What has ended is collected some time later, in either process.
                    Waiting.until(
                            "the same leaks", () -> ours.answer(step).equals(theirs.answer(step)));
                    continue;
                }
                String expected = theirs.answer(step);
                String got = ours.answer(step);
                if (!got.equals(expected)) {
                    differences.add(
                            step.method + " " + step.target + "\n" + expected + "but:\n" + got);
                }
            }
            assertThat(differences).isEmpty();
            for (String report : List.of("/serverinfo", "/vminfo", "/threaddump")) {
                Step step = Step.get("/manager/text" + report);
                assertThat(headings(ours.answer(step)))
                        .isEqualTo(headings(theirs.answer(step)))
                        .hasSizeGreaterThan(1);
            }
            sameShape(ours, theirs);
        }
    }

    /** The first line, and what the others begin with where that does not depend on the process. */
    private static List<String> headings(String report) {
        List<String> lines = report.lines().toList();
        Pattern heading = Pattern.compile("[A-Z][A-Za-z0-9 -]+(\\[[^\\]]*\\])?( \\(|:).*");
        return Stream.concat(
                        lines.stream().limit(1),
                        lines.stream()
                                .skip(1)
                                .filter(line -> heading.matcher(line).matches())
                                .filter(line -> !line.startsWith("Startup arguments"))
                                .map(line -> line.replaceFirst(" ?(\\[| \\(|:).*", "")))
                .distinct()
                .toList();
    }

    /** The fields of the status, as what reads it looks for them. */
    private static void sameShape(Side ours, Side theirs) throws Exception {
        for (String form : List.of("?XML=true", "?JSON=true")) {
            Step step = Step.get("/manager/status" + form);
            assertThat(names(ours.answer(step))).as(form).containsAll(names(theirs.answer(step)));
        }
        Step all = Step.get("/manager/status/all?JSON=true");
        Waiting.until("the beans", () -> ours.answer(all).contains("servletName"));
        assertThat(names(ours.answer(all))).containsAll(names(theirs.answer(all)));
        for (String query :
                List.of(
                        "?get=java.lang:type=Memory&att=Verbose",
                        "?set=java.lang:type=Memory&att=Verbose&val=false",
                        "?invoke=java.lang:type=Memory&op=gc",
                        "?invoke=java.lang:type=Memory&op=none",
                        "?get=java.lang:type=Memory&att=none",
                        "?get=no:type=x&att=y",
                        "?qry=bad",
                        "?qry=no:*")) {
            Step step = Step.get("/manager/jmxproxy/" + query);
            assertThat(ours.answer(step).lines().limit(2).toList().get(0))
                    .as(query)
                    .isEqualTo(theirs.answer(step).lines().findFirst().orElse(""));
        }
    }

    /** Of attributes or members, without those of a worker, of which there may be none here. */
    private static List<String> names(String text) {
        return Arrays.stream(
                        text.replaceAll("(?s)<workers>.*</workers>", "")
                                .split("[^A-Za-z]+(?=[A-Za-z]+(=['\"]|\":))"))
                .map(part -> part.replaceAll("[^A-Za-z].*(?s:.*)", ""))
                .filter(name -> name.matches("[a-z][A-Za-z]+"))
                .distinct()
                .toList();
    }
}
