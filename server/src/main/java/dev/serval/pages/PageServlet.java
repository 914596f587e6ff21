package dev.serval.pages;

import jakarta.servlet.Servlet;

/** Answers for pages; gives up a pattern as soon as a program maps another servlet to it. */
public interface PageServlet extends Servlet {}
