<%@ tag pageEncoding="UTF-8" body-content="scriptless" trimDirectiveWhitespaces="true" %>
<%@ attribute name="items" required="true" type="java.util.Collection" %>
<%@ attribute name="var" required="true" rtexprvalue="false" %>
<%@ variable name-from-attribute="var" alias="item" variable-class="java.lang.Object" scope="NESTED" %>
<%
for (Object each : items) {
    getJspContext().setAttribute("item", each);
    %><jsp:doBody/><%
}
%>
