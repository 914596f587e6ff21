<%@ page contentType="text/html;charset=UTF-8" pageEncoding="UTF-8" session="false" trimDirectiveWhitespaces="true" %>
<%@ taglib prefix="x" tagdir="/WEB-INF/tags" %>
<x:page title="Tags" lead="Tags of your own are files: this page is framed by one, and its table is made by another.">
    <div class="result scroll">
      <table>
        <tr><th scope="col">Number</th><th scope="col">Square</th><th scope="col">Cube</th></tr>
      <x:each items="${[1, 2, 3, 4, 5]}" var="n">
        <tr><td>${n}</td><td>${n * n}</td><td>${n * n * n}</td></tr>
      </x:each>
      </table>
    </div>
</x:page>
