<%@ page contentType="text/html;charset=UTF-8" pageEncoding="UTF-8" session="false" trimDirectiveWhitespaces="true" import="dev.serval.examples.Page" %>
<%@ taglib prefix="x" tagdir="/WEB-INF/tags" %>
<x:page title="Form" lead="A page that reads its own form. Expressions do not escape: whatever a client has sent goes through a function that does.">
    <form method="post">
      <label>Text <input name="text" maxlength="200" required autocomplete="off" value="${Page.escape(param.text)}"></label>
      <button>Send</button>
    </form>
  <x:when test="${not empty param.text}">
    <div class="result scroll">
      <table>
        <tr><th scope="row">You sent</th><td id="sent">${Page.escape(param.text)}</td></tr>
        <tr><th scope="row">In capitals</th><td>${Page.escape(param.text.toUpperCase())}</td></tr>
        <tr><th scope="row">Characters</th><td id="count">${param.text.codePoints().count()}</td></tr>
      </table>
    </div>
  </x:when>
</x:page>
