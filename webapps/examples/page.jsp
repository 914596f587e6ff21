<%@ page contentType="text/html;charset=UTF-8" pageEncoding="UTF-8" session="false" trimDirectiveWhitespaces="true" %>
<!doctype html>
<html lang="en">
<head>
  <meta charset="utf-8">
  <meta name="viewport" content="width=device-width, initial-scale=1">
  <meta name="color-scheme" content="light dark">
  <title>JSP · Serval</title>
  <link rel="icon" href="favicon.svg" type="image/svg+xml">
  <link rel="stylesheet" href="examples.css">
</head>
<body>
  <header>
    <a class="brand" href="./"><img src="logo.svg" alt="" width="36" height="36">Serval <small>Examples</small></a>
  </header>
  <main>
    <h1>JSP</h1>
    <p class="lead">A page with expressions: it was compiled when it was called for the first time.</p>
    <table>
      <tr><th scope="row">The request</th><td>${pageContext.request.method} of ${pageContext.request.requestURI}</td></tr>
      <tr><th scope="row">The squares up to 5</th><td>${[1, 2, 3, 4, 5].stream().map(n -> n * n).toList()}</td></tr>
      <tr><th scope="row">The engine</th><td>Jakarta Pages <%= JspFactory.getDefaultFactory().getEngineInfo().getSpecificationVersion() %></td></tr>
    </table>
    <p class="source">The source is <code>webapps/examples/page.jsp</code>.</p>
  </main>
</body>
</html>
