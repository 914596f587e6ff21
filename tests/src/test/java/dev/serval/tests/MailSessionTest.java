package dev.serval.tests;

import static org.assertj.core.api.Assertions.assertThat;

import jakarta.mail.Session;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.io.PrintWriter;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.Base64;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** A {@code Resource} that is a mail session, of a library that the application brings. */
class MailSessionTest {
    private static final String SENDING =
            """
            package app;
            import jakarta.mail.*;
            import jakarta.mail.internet.*;
            @WebServlet("/send")
            public class Sending extends HttpServlet {
                @jakarta.annotation.Resource(name = "mail/session") Session session;
                protected void doGet(HttpServletRequest request, HttpServletResponse response)
                        throws IOException {
                    try {
                        MimeMessage message = new MimeMessage(session);
                        message.setFrom("shop@example.com");
                        message.setRecipients(Message.RecipientType.TO, "you@example.com");
                        message.setText("hello");
                        Transport.send(message);
                        response.getWriter().print("sent");
                    } catch (MessagingException e) {
                        response.getWriter().print("failed: " + e);
                    }
                }
            }
            """;

    @TempDir Path base;

    /** Takes one message of somebody who logs in. */
    private static void serve(ServerSocket socket, List<String> heard) {
        try (Socket client = socket.accept();
                BufferedReader in =
                        new BufferedReader(
                                new InputStreamReader(
                                        client.getInputStream(), StandardCharsets.US_ASCII));
                PrintWriter out =
                        new PrintWriter(
                                client.getOutputStream(), true, StandardCharsets.US_ASCII)) {
            out.print("220 test\r\n");
            out.flush();
            boolean data = false;
            for (String line = in.readLine(); line != null; line = in.readLine()) {
                heard.add(line);
                if (data && !line.equals(".")) {
                    continue;
                }
                data = line.equals("DATA");
                String answer = data ? "354 go on" : "250 OK";
                if (line.startsWith("EHLO")) {
                    answer = "250-test\r\n250 AUTH PLAIN";
                } else if (line.startsWith("AUTH")) {
                    answer = "235 OK";
                }
                out.print(answer + "\r\n");
                out.flush();
            }
        } catch (IOException e) {
            heard.add(e.toString());
        }
    }

    @Test
    void aMessageIsSentWithThePasswordOfTheResource() throws Exception {
        List<String> heard = new CopyOnWriteArrayList<>();
        try (ServerSocket socket = new ServerSocket(0, 1, InetAddress.getLoopbackAddress());
                ResourceServer server = new ResourceServer(base)) {
            Thread smtp = new Thread(() -> serve(socket, heard));
            smtp.start();
            server.context(
                            "<Resource name='mail/session' type='jakarta.mail.Session'"
                                    + " mail.smtp.host='127.0.0.1' mail.smtp.port='"
                                    + socket.getLocalPort()
                                    + "' mail.smtp.auth='true' mail.smtp.user='shop'"
                                    + " password='s3cret'/>")
                    .classes(SENDING)
                    .library(Session.class)
                    .library(Class.forName("org.eclipse.angus.mail.smtp.SMTPTransport"))
                    .start();
            assertThat(server.get("/app/send")).isEqualTo("sent");
            smtp.join();
        }
        String login =
                Base64.getEncoder()
                        .encodeToString("shop\0shop\0s3cret".getBytes(StandardCharsets.US_ASCII));
        assertThat(heard).contains("AUTH PLAIN " + login, "hello");
    }
}
