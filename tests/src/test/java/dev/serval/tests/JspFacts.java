package dev.serval.tests;

import static dev.serval.tests.JspFact.at;
import static dev.serval.tests.JspFact.of;

import java.util.List;

/** Directives, scripting, actions, scopes, property groups, documents, errors of JSP pages. */
final class JspFacts {
    private JspFacts() {}

    static final List<JspFact> DIRECTIVES =
            List.of(
                    of(
                            "imports of a page",
                            "<%@ page import='java.util.List,java.util.ArrayList' %>"
                                    + "<% List<String> l = new ArrayList<>(); l.add(\"a\"); %>"
                                    + "<%= l %>",
                            "= [a]"),
                    of(
                            "its content type",
                            "<%@ page contentType='text/plain;charset=UTF-8' %>é",
                            "Content-Type: text/plain;charset=UTF-8"),
                    of(
                            "the encoding of its file",
                            "<%@ page pageEncoding='ISO-8859-1'"
                                    + " contentType='text/plain;charset=UTF-8' %>é",
                            "= é"),
                    of(
                            "white space of directives is trimmed",
                            "<%@ page trimDirectiveWhitespaces='true' %>\n"
                                    + "<%@ page import='java.util.*' %>\n<%= 1 %>",
                            "== 1"),
                    of(
                            "white space of directives stays",
                            "<%@ page import='java.util.*' %>\n<%= 1 %>",
                            "== \n1"),
                    of(
                            "without a session no cookie",
                            "<%@ page session='false' %>none",
                            "= none",
                            "! Set-Cookie"),
                    of(
                            "with a session its cookie",
                            "<%= session.isNew() %>",
                            "= true",
                            "Set-Cookie: JSESSIONID="),
                    of(
                            "without a buffer",
                            "<%@ page buffer='none' %><%= out.getBufferSize() %>",
                            "= 0"),
                    of(
                            "with a larger buffer",
                            "<%@ page buffer='16kb' %><%= out.getBufferSize() %>",
                            "= 16384"),
                    of(
                            "a buffer that overflows",
                            "<%@ page buffer='1kb' autoFlush='false' %>"
                                    + "<% for (int i = 0; i < 2000; i++) { %>x<% } %>",
                            "HTTP/1.1 500"),
                    of(
                            "an error page of a page",
                            "<%@ page errorPage='/parts/error.jsp' %>before"
                                    + "<% if (true) throw new IllegalStateException(\"boom\"); %>",
                            "HTTP/1.1 500",
                            "= caught boom"),
                    of("EL is ignored", "<%@ page isELIgnored='true' %>${1+1}", "= ${1+1}"),
                    of(
                            "EL that finds nothing may be an error",
                            "<%@ page errorOnELNotFound='true' %>[${nothingOfThatName}]",
                            "HTTP/1.1 500"),
                    of(
                            "deferred syntax as text",
                            "<%@ page deferredSyntaxAllowedAsLiteral='true' %>#{x}",
                            "= #{x}"),
                    of(
                            "the information of a page",
                            "<%@ page info='about this' %><%= getServletInfo() %>",
                            "= about this"),
                    of(
                            "a file is included when the page is compiled",
                            "<%@ include file='/parts/part.jspf' %><%= fromPart %>",
                            "= part 7"));

    static final List<JspFact> SCRIPTING =
            List.of(
                    of(
                            "declarations",
                            "<%! int twice(int n) { return 2 * n; } %><%= twice(4) %>",
                            "= 8"),
                    of("comments are not sent", "a<%-- <%= 1 / 0 %> --%>b", "= ab"),
                    of("comments of HTML are", "<!-- <%= 1 + 1 %> -->", "= <!-- 2 -->"),
                    of("scriptlets may be quoted", "<\\% no %>", "= <% no %>"),
                    of(
                            "a page may have an init",
                            "<%! String s; public void jspInit() { s = \"begun\"; } %><%= s %>",
                            "= begun"),
                    of(
                            "implicit objects",
                            "<%= application.getContextPath() %> <%= config.getServletName() %>"
                                    + " <%= page == this %>"
                                    + " <%= pageContext.getRequest() == request %>",
                            "= /app jsp true true"),
                    of(
                            "the factory of pages is that of the server",
                            "<%= jakarta.servlet.jsp.JspFactory.getDefaultFactory()"
                                    + ".getEngineInfo().getSpecificationVersion() %>",
                            "= 4.0"),
                    of(
                            "nothing else of the engine is seen",
                            "<% String s = \"\"; for (String n : new String[] {"
                                    + "\"org.apache.jasper.servlet.JspServlet\","
                                    + " \"org.eclipse.jdt.core.compiler.CharOperation\","
                                    + " \"dev.serval.jsp.JspExtension\"}) {"
                                    + " try { Class.forName(n); s += n; }"
                                    + " catch (ClassNotFoundException e) { s += \".\"; } } %>"
                                    + "<%= s %>",
                            "= ..."));

    static final List<JspFact> ACTIONS =
            List.of(
                    of(
                            "a page includes another",
                            "<jsp:include page='/parts/hello.jsp'>"
                                    + "<jsp:param name='who' value='you'/></jsp:include>!",
                            "= hello you!"),
                    of(
                            "a page includes a file",
                            "<jsp:include page='/parts/text.html'/>!",
                            "= text!"),
                    of(
                            "a page forwards",
                            "gone<jsp:forward page='/parts/hello.jsp'>"
                                    + "<jsp:param name='who' value='forward'/></jsp:forward>",
                            "= hello forward"),
                    of(
                                    "beans take parameters",
                                    "<jsp:useBean id='b' class='facts.Bean'/>"
                                            + "<jsp:setProperty name='b' property='*'/>"
                                            + "<jsp:getProperty name='b' property='name'/>"
                                            + " <jsp:getProperty name='b' property='count'/>",
                                    "= x 5")
                            .asked("name=x&count=5"),
                    of(
                            "beans have scopes",
                            "<jsp:useBean id='b' class='facts.Bean' scope='request'>"
                                    + "<jsp:setProperty name='b' property='name' value='new'/>"
                                    + "</jsp:useBean>${requestScope.b.name}",
                            "= new"),
                    of(
                            "elements are made",
                            "<jsp:element name='p'><jsp:attribute name='class'>c</jsp:attribute>"
                                    + "<jsp:body>x</jsp:body></jsp:element>",
                            "= <p class=\"c\">x</p>"),
                    of("text is text", "<jsp:text>a ${1+1}</jsp:text>", "= a 2"),
                    of(
                            "attributes have scopes",
                            "<% pageContext.setAttribute(\"a\", \"p\");"
                                    + " request.setAttribute(\"a\", \"r\");"
                                    + " session.setAttribute(\"a\", \"s\");"
                                    + " application.setAttribute(\"a\", \"c\"); %>"
                                    + "${a}${pageScope.a}${requestScope.a}${sessionScope.a}"
                                    + "${applicationScope.a}<% application.removeAttribute(\"a\"); %>",
                            "= pprsc"));

    static final List<JspFact> GROUPS =
            List.of(
                    at("/other.html5", "a group maps its pattern", "${1+1}", "= 2"),
                    at("/framed/a.jsp", "preludes and codas", "in", "= <in>"),
                    at("/noscript/a.jsp", "scripting may be forbidden", "<%= 1 %>", "HTTP/1.1 500"),
                    at("/noel/a.jsp", "a group ignores EL", "${1+1}", "= ${1+1}"),
                    at(
                            "/latin/a.jsp",
                            "a group has an encoding",
                            "<%@ page contentType='text/plain;charset=UTF-8' %>é",
                            "= é"),
                    at(
                            "/plain/a.jsp",
                            "a group has a content type",
                            "x",
                            "Content-Type: text/plain"),
                    at(
                            "/plain/b.jsp",
                            "a group trims white space and has a buffer",
                            "<%@ page session='false' %>\n<%= out.getBufferSize() %>",
                            "== 16384"),
                    at(
                            "/xml/a.jsp",
                            "a group is of documents",
                            "<p xmlns:jsp='http://java.sun.com/JSP/Page'>"
                                    + "<jsp:expression>1 + 1</jsp:expression></p>",
                            "<p>2</p>"),
                    at(
                            "/facts/document.jspx",
                            "documents have a root",
                            "<jsp:root xmlns:jsp='http://java.sun.com/JSP/Page' version='4.0'>"
                                    + "<jsp:directive.page contentType='text/plain'/>"
                                    + "<jsp:scriptlet>int n = 3;</jsp:scriptlet>"
                                    + "<jsp:text>n is </jsp:text>"
                                    + "<jsp:expression>n</jsp:expression></jsp:root>",
                            "= n is 3"),
                    at(
                            "/facts/tags.jspx",
                            "documents have tags",
                            "<p xmlns:t='urn:facts' xmlns:jsp='http://java.sun.com/JSP/Page'>"
                                    + "<t:upper>abc</t:upper></p>",
                            "Content-Type: text/xml",
                            "<p>ABC</p>"),
                    at(
                            "/facts/output.jspx",
                            "documents declare a type",
                            "<html xmlns:jsp='http://java.sun.com/JSP/Page'>"
                                    + "<jsp:output doctype-root-element='html'"
                                    + " doctype-system='about:legacy-compat'/></html>",
                            "<!DOCTYPE html SYSTEM \"about:legacy-compat\">"));

    static final List<JspFact> SERVLETS =
            List.of(
                    at("/one", "a page is a servlet", "", "= one /one with value"),
                    at("/added", "a program adds a page", "", "= added /added with null"),
                    at("/welcome/", "a page is a welcome file", "", "= welcome /welcome/index.jsp"),
                    at("/none.jsp", "a page that is not there", "", "HTTP/1.1 404", "= no 404"),
                    at(
                            "/facts/broken.jsp",
                            "a page that cannot be compiled",
                            "a\n<% secretWord %>\n",
                            "HTTP/1.1 500",
                            "! secretWord"),
                    at(
                            "/facts/unclosed.jsp",
                            "a page that cannot be read",
                            "a\n<% secretWord",
                            "HTTP/1.1 500",
                            "! secretWord"),
                    at(
                            "/facts/throwing.jsp",
                            "a page that throws",
                            "a\n<% Object o = null; o.toString(); %>",
                            "HTTP/1.1 500",
                            "! NullPointer"),
                    of("pages may be compiled ahead", "answered", "HTTP/1.1 200", "! answered")
                            .asked("jsp_precompile=true"),
                    of(
                            "a page answers in its encoding",
                            "<%@ page pageEncoding='UTF-8' %><%= \"\\u20ac\" %>€",
                            "= €€"));
}
