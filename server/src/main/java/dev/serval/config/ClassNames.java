package dev.serval.config;

import dev.serval.connector.IoModel;
import dev.serval.settings.Attribute;
import dev.serval.settings.Format;
import java.util.LinkedHashMap;
import java.util.Map;

/** The class names of Tomcat that mean a part of Serval. Constants. */
final class ClassNames {
    static final String HTTP_11 = "HTTP/1.1";
    static final String NIO = "org.apache.coyote.http11.Http11NioProtocol";
    static final String NIO2 = "org.apache.coyote.http11.Http11Nio2Protocol";
    static final String APR = "org.apache.coyote.http11.Http11AprProtocol";
    static final String BIO = "org.apache.coyote.http11.Http11Protocol";
    static final String AJP_13 = "AJP/1.3";
    static final String AJP_NIO = "org.apache.coyote.ajp.AjpNioProtocol";
    static final String AJP_NIO2 = "org.apache.coyote.ajp.AjpNio2Protocol";
    static final String AJP_APR = "org.apache.coyote.ajp.AjpAprProtocol";
    static final String AJP_BIO = "org.apache.coyote.ajp.AjpProtocol";
    static final String EXECUTOR = "org.apache.catalina.core.StandardThreadExecutor";
    static final String VIRTUAL_EXECUTOR = "org.apache.catalina.core.StandardVirtualThreadExecutor";

    private ClassNames() {}

    /** What the attribute {@code protocol} accepts. */
    static Map<String, IoModel> protocols() {
        Map<String, IoModel> map = new LinkedHashMap<>();
        map.put(HTTP_11, IoModel.NIO);
        map.put("NIO", IoModel.NIO);
        map.put("NIO2", IoModel.NIO2);
        map.put("BIO", IoModel.BIO);
        map.put(NIO, IoModel.NIO);
        map.put(BIO, IoModel.BIO);
        map.put(NIO2, IoModel.NIO2);
        map.put(APR, IoModel.NIO);
        map.put(AJP_13, IoModel.NIO);
        map.put("AJP-NIO", IoModel.NIO);
        map.put("AJP-NIO2", IoModel.NIO2);
        map.put("AJP-BIO", IoModel.BIO);
        map.put(AJP_NIO, IoModel.NIO);
        map.put(AJP_BIO, IoModel.BIO);
        map.put(AJP_NIO2, IoModel.NIO2);
        map.put(AJP_APR, IoModel.NIO);
        return map;
    }

    /** Whether the protocol is AJP; otherwise it is HTTP. */
    static boolean isAjp(String protocol) {
        return protocol.startsWith("AJP") || protocol.startsWith("org.apache.coyote.ajp.");
    }

    /** The attribute {@code className} of an element that has one implementation. */
    static Attribute<String> only(String name) {
        return Attribute.of(
                        "className",
                        Format.choice(Map.of(name, name)),
                        name,
                        "Accepted so that files of Tomcat can be used; there is one"
                                + " implementation.")
                .shown("");
    }
}
