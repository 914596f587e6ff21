<%@ tag pageEncoding="UTF-8" body-content="scriptless" trimDirectiveWhitespaces="true" %>
<%@ attribute name="title" required="true" %>
<%@ attribute name="lead" required="true" %>
<!doctype html>
<html lang="en">
<head>
  <meta charset="utf-8">
  <meta name="viewport" content="width=device-width, initial-scale=1">
  <meta name="color-scheme" content="light dark">
  <title>${title} · Serval</title>
  <link rel="icon" href="favicon.svg" type="image/svg+xml">
  <link rel="stylesheet" href="examples.css">
</head>
<body>
  <header>
    <a class="brand" href="./"><img src="logo.svg" alt="" width="36" height="36">Serval <small>Examples</small></a>
  </header>
  <main>
    <h1>${title}</h1>
    <p class="lead">${lead}</p>
<jsp:doBody/>
    <p class="source">The source is <code>webapps/examples${pageContext.request.servletPath}</code>; the frame is <code>WEB-INF/tags/page.tag</code>.</p>
  </main>
</body>
</html>
