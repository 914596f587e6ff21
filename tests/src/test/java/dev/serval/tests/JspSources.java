package dev.serval.tests;

/** The classes of the application of the facts on JSP pages, as texts. Stateless. */
final class JspSources {
    private JspSources() {}

    static final String[] ALL = {
        """
        package facts;
        public class Bean {
            private String name;
            private int count;
            public String getName() { return name; }
            public void setName(String name) { this.name = name; }
            public int getCount() { return count; }
            public void setCount(int count) { this.count = count; }
        }
        """,
        """
        package facts;
        public class Functions {
            public static String twice(String s) { return s + s; }
        }
        """,
        """
        package facts;
        public class Repeat extends jakarta.servlet.jsp.tagext.TagSupport {
            private int times;
            private int left;
            public void setTimes(int times) { this.times = times; }
            public int doStartTag() {
                left = times;
                return left > 0 ? EVAL_BODY_INCLUDE : SKIP_BODY;
            }
            public int doAfterBody() { return --left > 0 ? EVAL_BODY_AGAIN : SKIP_BODY; }
        }
        """,
        """
        package facts;
        public class Upper extends jakarta.servlet.jsp.tagext.BodyTagSupport {
            public int doEndTag() throws jakarta.servlet.jsp.JspException {
                try {
                    pageContext.getOut().print(getBodyContent().getString().toUpperCase());
                } catch (IOException e) {
                    throw new jakarta.servlet.jsp.JspException(e);
                }
                return EVAL_PAGE;
            }
        }
        """,
        """
        package facts;
        public class Wrap extends jakarta.servlet.jsp.tagext.SimpleTagSupport {
            private jakarta.servlet.jsp.tagext.JspFragment head;
            public void setHead(jakarta.servlet.jsp.tagext.JspFragment head) { this.head = head; }
            public void doTag() throws jakarta.servlet.jsp.JspException, IOException {
                head.invoke(null);
                getJspContext().getOut().print("(");
                getJspBody().invoke(null);
                getJspContext().getOut().print(")");
            }
        }
        """,
        """
        package facts;
        public class Dynamic extends jakarta.servlet.jsp.tagext.SimpleTagSupport
                implements jakarta.servlet.jsp.tagext.DynamicAttributes {
            private final Map<String, Object> given = new TreeMap<>();
            public void setDynamicAttribute(String uri, String name, Object value) {
                given.put(name, value);
            }
            public void doTag() throws IOException { getJspContext().getOut().print(given); }
        }
        """,
        """
        package facts;
        public class ResourceTag extends jakarta.servlet.jsp.tagext.SimpleTagSupport {
            @jakarta.annotation.Resource(name = "greeting") private String greeting;
            private String begun = "not begun";
            @jakarta.annotation.PostConstruct void begin() { begun = "begun"; }
            public void doTag() throws IOException {
                getJspContext().getOut().print(greeting + ", " + begun);
            }
        }
        """,
        """
        package facts;
        public class ClassicResource extends jakarta.servlet.jsp.tagext.TagSupport {
            @jakarta.annotation.Resource(name = "greeting") private String greeting;
            public int doStartTag() throws jakarta.servlet.jsp.JspException {
                try {
                    pageContext.getOut().print(greeting);
                } catch (IOException e) {
                    throw new jakarta.servlet.jsp.JspException(e);
                }
                return SKIP_BODY;
            }
        }
        """,
        """
        package facts;
        public class SetVariable extends jakarta.servlet.jsp.tagext.TagSupport {
            public int doEndTag() {
                pageContext.setAttribute("v", "9");
                return EVAL_PAGE;
            }
        }
        """,
        """
        package facts;
        public class Deferred extends jakarta.servlet.jsp.tagext.SimpleTagSupport {
            private jakarta.el.ValueExpression value;
            public void setValue(jakarta.el.ValueExpression value) { this.value = value; }
            public void doTag() throws IOException {
                Object now = value.getValue(getJspContext().getELContext());
                getJspContext().getOut().print(now);
            }
        }
        """,
        """
        package facts;
        public class Skip extends jakarta.servlet.jsp.tagext.TagSupport {
            public int doEndTag() { return SKIP_PAGE; }
        }
        """,
        """
        package facts;
        public class Counted extends jakarta.servlet.jsp.tagext.TagSupport {
            private String n;
            public void setN(String n) { this.n = n; }
            public int doEndTag() {
                pageContext.setAttribute("counted", Integer.valueOf(n));
                return EVAL_PAGE;
            }
        }
        """,
        """
        package facts;
        import jakarta.servlet.jsp.tagext.*;
        public class CountedInfo extends TagExtraInfo {
            public VariableInfo[] getVariableInfo(TagData data) {
                return new VariableInfo[] {
                    new VariableInfo("counted", "java.lang.Integer", true, VariableInfo.AT_END)
                };
            }
            public ValidationMessage[] validate(TagData data) {
                return "bad".equals(data.getAttributeString("n"))
                        ? new ValidationMessage[] {new ValidationMessage(data.getId(), "bad")}
                        : null;
            }
        }
        """,
        """
        package facts;
        import java.util.concurrent.CountDownLatch;
        public class Gate {
            public static final CountDownLatch ENTERED = new CountDownLatch(1);
            public static final CountDownLatch OPEN = new CountDownLatch(1);
        }
        """,
        """
        package facts;
        public class SlowInfo extends jakarta.servlet.jsp.tagext.TagExtraInfo {
            public boolean isValid(jakarta.servlet.jsp.tagext.TagData data) {
                Gate.ENTERED.countDown();
                try {
                    return Gate.OPEN.await(100, java.util.concurrent.TimeUnit.SECONDS);
                } catch (InterruptedException e) {
                    return false;
                }
            }
        }
        """,
        """
        package facts;
        import jakarta.servlet.jsp.tagext.*;
        public class Validator extends TagLibraryValidator {
            public ValidationMessage[] validate(String prefix, String uri, PageData page) {
                try {
                    return new String(page.getInputStream().readAllBytes()).contains("forbidden")
                            ? new ValidationMessage[] {new ValidationMessage(null, "no")}
                            : null;
                } catch (IOException e) {
                    throw new IllegalStateException(e);
                }
            }
        }
        """,
        """
        package facts;
        public class LibraryListener implements ServletContextListener {
            public void contextInitialized(ServletContextEvent event) {
                event.getServletContext().setAttribute("libraryListener", "told");
            }
        }
        """,
        """
        package facts;
        public class JarListener implements ServletContextListener {
            public void contextInitialized(ServletContextEvent event) {
                event.getServletContext().setAttribute("jarListener", "told");
            }
        }
        """,
        """
        package facts;
        @WebListener
        public class Starts implements ServletContextListener {
            public void contextInitialized(ServletContextEvent event) {
                ServletContext context = event.getServletContext();
                context.addJspFile("added", "/parts/added.jsp").addMapping("/added");
                jakarta.servlet.jsp.JspFactory.getDefaultFactory()
                        .getJspApplicationContext(context)
                        .addELResolver(new Resolver());
            }
        }
        """,
        """
        package facts;
        public class Resolver extends jakarta.el.ELResolver {
            public Object getValue(jakarta.el.ELContext context, Object base, Object name) {
                if (base == null && "greetingOfTheResolver".equals(name)) {
                    context.setPropertyResolved(base, name);
                    return "resolved";
                }
                return null;
            }
            public Class<?> getType(jakarta.el.ELContext context, Object base, Object name) {
                return null;
            }
            public void setValue(
                    jakarta.el.ELContext context, Object base, Object name, Object value) {}
            public boolean isReadOnly(jakarta.el.ELContext context, Object base, Object name) {
                return true;
            }
            public Class<?> getCommonPropertyType(jakarta.el.ELContext context, Object base) {
                return String.class;
            }
        }
        """,
        """
        package facts;
        /* class Point */
        public record Point(int x, int y) {}
        """
    };
}
