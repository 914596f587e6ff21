package dev.serval.tests;

import static dev.serval.tests.JspFact.at;
import static dev.serval.tests.JspFact.of;

import java.util.List;

/** The expression language and tags of JSP pages. */
final class JspTagFacts {
    private static final String TAGS = "<%@ taglib prefix='t' uri='urn:facts' %>";
    private static final String FILES = "<%@ taglib prefix='f' tagdir='/WEB-INF/tags' %>";
    private static final String JAR = "<%@ taglib prefix='j' uri='urn:in-a-jar' %>";
    private static final String CORE =
            "<%@ taglib prefix='c' uri='http://java.sun.com/jsp/jstl/core' %>";

    private JspTagFacts() {}

    static final List<JspFact> LANGUAGE =
            List.of(
                    of("arithmetic", "${1+2*3} ${7 mod 4} ${10 div 4}", "= 7 3 2.5"),
                    of("conditions", "${empty none ? 'e' : 'n'} ${not (1 lt 2)}", "= e false"),
                    of("nothing is an empty text", "[${none}]", "= []"),
                    of("lambdas", "${(x -> x * x)(5)}", "= 25"),
                    of("streams", "${[3,1,2].stream().sorted().toList()}", "= [1, 2, 3]"),
                    of("literals of collections", "${{'a':1}.a} ${{1,2}.size()}", "= 1 2"),
                    of("concatenation", "${'a' += 'b'}", "= ab"),
                    of("assignments", "${x = 3; x + 1}", "= 4"),
                    of("static fields", "${Integer.MAX_VALUE}", "= 2147483647"),
                    of("methods", "${'abc'.substring(1)}", "= bc"),
                    of(
                            "the length of arrays",
                            "<% request.setAttribute(\"arr\", new int[] {1, 2, 3}); %>${arr.length}",
                            "= 3"),
                    of(
                            "records",
                            "<% request.setAttribute(\"p\", new facts.Point(3, 4)); %>${p.x}${p.y}",
                            "= 34"),
                    of("parameters", "${param.q} ${paramValues.q[1]}", "= a b").asked("q=a&q=b"),
                    of(
                            "the request",
                            "${pageContext.request.method} ${header.host}",
                            "= GET localhost"),
                    of("an expression may be quoted", "\\${1+1}", "= ${1+1}"),
                    of("functions", TAGS + "${t:twice('ab')}", "= abab"),
                    of("a resolver of the application", "${greetingOfTheResolver}", "= resolved"));

    static final List<JspFact> TAGS_AND_FILES =
            List.of(
                    of("a classic tag", TAGS + "<t:repeat times='3'>x</t:repeat>", "= xxx"),
                    of("a tag with a body", TAGS + "<t:upper>abc${1+1}</t:upper>", "= ABC2"),
                    of(
                            "a simple tag with a fragment",
                            TAGS
                                    + "<t:wrap><jsp:attribute name='head'>h${1+1}</jsp:attribute>"
                                    + "<jsp:body>b</jsp:body></t:wrap>",
                            "= h2(b)"),
                    of("dynamic attributes", TAGS + "<t:dynamic b='2' a='${1}'/>", "= {a=1, b=2}"),
                    of("a tag is injected into", TAGS + "<t:resource/>", "= good day, begun"),
                    of(
                            "a tag of a body is pooled and injected into",
                            TAGS + "<t:classicResource/><t:classicResource/>",
                            "= good daygood day"),
                    of("a tag sets a variable", TAGS + "<t:set/>${v}<%= v %>", "= 99"),
                    of(
                            "a tag evaluates later",
                            TAGS
                                    + "<% request.setAttribute(\"q\", 3); %>"
                                    + "<t:deferred value='#{q + 1}'/>",
                            "= 4"),
                    of("a tag skips the rest", TAGS + "a<t:skip/>b", "= a"),
                    of(
                            "a tag file",
                            FILES + "<f:box title='T${1}'>in</f:box>",
                            "= [T1: in, default]"),
                    of(
                            "a tag file with a fragment and a variable",
                            FILES
                                    + "<f:each items='a,b'><jsp:attribute name='row'>"
                                    + "(${item})</jsp:attribute></f:each>",
                            "= (a)(b)"),
                    of("a tag file of a jar", JAR + "<j:stamp/>", "= stamped by a jar"),
                    of("a library of a jar", JAR + "<j:upper>ok</j:upper>", "= OK"),
                    of(
                            "the listener of a library",
                            "${applicationScope.libraryListener} ${applicationScope.jarListener}",
                            "= told told"),
                    of(
                            "the standard library of the application",
                            CORE
                                    + "<c:forEach var='i' begin='1' end='3'>${i}</c:forEach>"
                                    + "<c:out value='<a>'/>",
                            "= 123&lt;a&gt;"),
                    at(
                            "/facts/taglib-of-web-xml.jsp",
                            "the descriptor names a library",
                            "<%@ taglib prefix='t' uri='/by-another-name' %><t:upper>x</t:upper>",
                            "= X"));
}
