<%@ tag pageEncoding="UTF-8" body-content="scriptless" trimDirectiveWhitespaces="true" %>
<%@ attribute name="test" required="true" type="java.lang.Boolean" %>
<% if (test) { %><jsp:doBody/><% } %>
