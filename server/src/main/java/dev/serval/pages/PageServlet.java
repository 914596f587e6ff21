package dev.serval.pages;

import jakarta.servlet.Servlet;

/** Answers for pages; gives up a pattern as soon as another servlet of a program takes it. */
public interface PageServlet extends Servlet {}
