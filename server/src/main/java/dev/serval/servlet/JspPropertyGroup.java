package dev.serval.servlet;

import jakarta.servlet.descriptor.JspPropertyGroupDescriptor;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Map;

/**
 * What a descriptor says of some pages. Immutable; each collection that is given away is a copy.
 *
 * @param urlPatterns of the pages
 * @param preludes included before each page
 * @param codas included behind each page
 * @param properties by the names of their elements, as written
 */
public record JspPropertyGroup(
        List<String> urlPatterns,
        List<String> preludes,
        List<String> codas,
        Map<String, String> properties)
        implements JspPropertyGroupDescriptor {
    public JspPropertyGroup {
        urlPatterns = List.copyOf(urlPatterns);
        preludes = List.copyOf(preludes);
        codas = List.copyOf(codas);
        properties = Map.copyOf(properties);
    }

    @Override
    public Collection<String> getUrlPatterns() {
        return new ArrayList<>(urlPatterns);
    }

    @Override
    public Collection<String> getIncludePreludes() {
        return new ArrayList<>(preludes);
    }

    @Override
    public Collection<String> getIncludeCodas() {
        return new ArrayList<>(codas);
    }

    @Override
    public String getElIgnored() {
        return properties.get("el-ignored");
    }

    @Override
    public String getErrorOnELNotFound() {
        return properties.get("error-on-el-not-found");
    }

    @Override
    public String getPageEncoding() {
        return properties.get("page-encoding");
    }

    @Override
    public String getScriptingInvalid() {
        return properties.get("scripting-invalid");
    }

    @Override
    public String getIsXml() {
        return properties.get("is-xml");
    }

    @Override
    public String getDeferredSyntaxAllowedAsLiteral() {
        return properties.get("deferred-syntax-allowed-as-literal");
    }

    @Override
    public String getTrimDirectiveWhitespaces() {
        return properties.get("trim-directive-whitespaces");
    }

    @Override
    public String getDefaultContentType() {
        return properties.get("default-content-type");
    }

    @Override
    public String getBuffer() {
        return properties.get("buffer");
    }

    @Override
    public String getErrorOnUndeclaredNamespace() {
        return properties.get("error-on-undeclared-namespace");
    }
}
