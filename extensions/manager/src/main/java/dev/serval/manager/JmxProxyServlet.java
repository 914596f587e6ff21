package dev.serval.manager;

import dev.serval.operations.Operations;
import jakarta.servlet.ServletException;
import jakarta.servlet.http.HttpServlet;
import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletResponse;
import java.io.IOException;
import java.io.PrintWriter;
import java.lang.management.ManagementFactory;
import java.util.Set;
import java.util.TreeSet;
import javax.management.Attribute;
import javax.management.JMException;
import javax.management.MBeanAttributeInfo;
import javax.management.MBeanInfo;
import javax.management.MBeanOperationInfo;
import javax.management.MBeanParameterInfo;
import javax.management.MBeanServer;
import javax.management.ObjectInstance;
import javax.management.ObjectName;
import javax.management.openmbean.CompositeData;
import javax.management.openmbean.TabularData;

/**
 * The beans of the JVM by HTTP, with the commands of Tomcat's JMX proxy: qry, get, set, invoke.
 * Errors are reported in one line, without a stack trace. Thread-safe.
 */
public final class JmxProxyServlet extends HttpServlet {
    private static final long serialVersionUID = 1L;

    private transient Operations operations;
    private transient MBeanServer beans;

    @Override
    public void init() throws ServletException {
        operations = Access.operations(getServletContext());
        beans = ManagementFactory.getPlatformMBeanServer();
    }

    @Override
    protected void doGet(HttpServletRequest request, HttpServletResponse response)
            throws IOException {
        response.setContentType("text/plain;charset=utf-8");
        response.setHeader("X-Content-Type-Options", "nosniff");
        PrintWriter out = response.getWriter();
        try {
            if (request.getParameter("set") != null) {
                set(request, out);
            } else if (request.getParameter("get") != null) {
                get(request, out);
            } else if (request.getParameter("invoke") != null) {
                invoke(request, out);
            } else {
                String query = request.getParameter("qry");
                query(query == null ? "*:*" : query, out);
            }
        } catch (JMException | RuntimeException e) {
            out.println("Error - " + BeanText.oneLine(e.toString()));
        }
    }

    private void query(String query, PrintWriter out) throws JMException {
        Set<ObjectName> names = new TreeSet<>(beans.queryNames(new ObjectName(query), null));
        out.println("OK - Number of results: " + names.size());
        out.println();
        for (ObjectName name : names) {
            try {
                MBeanInfo info = beans.getMBeanInfo(name);
                out.println("Name: " + name);
                out.println("modelerType: " + info.getClassName());
                for (MBeanAttributeInfo attribute : info.getAttributes()) {
                    told(name, attribute, out);
                }
                out.println();
            } catch (JMException | RuntimeException e) {
                out.println("Error - " + BeanText.oneLine(e.toString()));
            }
        }
    }

    /** Prints an attribute, unless it cannot be read. */
    private void told(ObjectName name, MBeanAttributeInfo attribute, PrintWriter out) {
        if (!attribute.isReadable() || attribute.getName().indexOf('=') >= 0) {
            return;
        }
        try {
            Object value = beans.getAttribute(name, attribute.getName());
            if (value != null) {
                Object shown = Secrets.isSecret(attribute.getName()) ? Secrets.MASK : value;
                out.println(attribute.getName() + ": " + BeanText.of(shown));
            }
        } catch (JMException | RuntimeException | LinkageError e) {
            // Some attributes do not exist on every machine.
        }
    }

    private void get(HttpServletRequest request, PrintWriter out) throws JMException {
        String name = request.getParameter("get");
        String attribute = request.getParameter("att");
        String key = request.getParameter("key");
        Object value = beans.getAttribute(new ObjectName(name), attribute);
        if (key != null && value instanceof CompositeData composite) {
            value = composite.get(key);
        }
        boolean secret = Secrets.isSecret(attribute + " " + key);
        Object shown = secret ? Secrets.MASK : value;
        // A table, such as that of the system properties, has secrets in its rows.
        String text =
                shown instanceof TabularData
                        ? BeanText.of(shown)
                        : BeanText.escaped(String.valueOf(shown));
        out.println(
                "OK - Attribute get '"
                        + name
                        + "' - "
                        + attribute
                        + (key == null ? "" : " - key '" + key + "'")
                        + " = "
                        + text);
    }

    private void set(HttpServletRequest request, PrintWriter out) throws JMException {
        ObjectName name = new ObjectName(request.getParameter("set"));
        String attribute = request.getParameter("att");
        String type = null;
        for (MBeanAttributeInfo info : beans.getMBeanInfo(name).getAttributes()) {
            if (info.getName().equals(attribute)) {
                type = info.getType();
            }
        }
        Object value = BeanText.value(type, request.getParameter("val"));
        String what = "set " + attribute + " of " + name;
        try {
            beans.setAttribute(name, new Attribute(attribute, value));
            audit(request, what, "done");
        } catch (JMException | RuntimeException e) {
            audit(request, what, "failed, " + e);
            throw e;
        }
        out.println("OK - Attribute set");
    }

    private void invoke(HttpServletRequest request, PrintWriter out) throws JMException {
        ObjectName name = new ObjectName(request.getParameter("invoke"));
        String operation = request.getParameter("op");
        String given = request.getParameter("ps");
        String[] texts = given == null ? new String[0] : given.split(",");
        MBeanOperationInfo found = operation(name, operation, texts.length);
        MBeanParameterInfo[] signature = found.getSignature();
        Object[] values = new Object[texts.length];
        String[] types = new String[texts.length];
        for (int i = 0; i < texts.length; i++) {
            types[i] = signature[i].getType();
            values[i] = BeanText.value(types[i], texts[i]);
        }
        String what = "invoke " + operation + " of " + name;
        Object result;
        try {
            result = beans.invoke(name, operation, values, types);
            audit(request, what, "done");
        } catch (JMException | RuntimeException e) {
            audit(request, what, "failed, " + e);
            throw e;
        }
        if (found.getReturnType().equals("void")) {
            out.println("OK - Operation " + operation + " without return value");
        } else {
            out.println("OK - Operation " + operation + " returned:");
            out.println(BeanText.of(result));
        }
    }

    private MBeanOperationInfo operation(ObjectName name, String operation, int arguments)
            throws JMException {
        for (MBeanOperationInfo info : beans.getMBeanInfo(name).getOperations()) {
            if (info.getName().equals(operation) && info.getSignature().length == arguments) {
                return info;
            }
        }
        ObjectInstance instance = beans.getObjectInstance(name);
        throw new IllegalArgumentException(
                "Cannot find operation ["
                        + operation
                        + "] with ["
                        + arguments
                        + "] arguments on object name ["
                        + name
                        + "], which is a ["
                        + instance.getClassName()
                        + "]");
    }

    private void audit(HttpServletRequest request, String what, String outcome) {
        Access.changes(operations, request).note(what, outcome);
    }
}
