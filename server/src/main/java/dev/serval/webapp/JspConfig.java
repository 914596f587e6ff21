package dev.serval.webapp;

import jakarta.servlet.descriptor.JspConfigDescriptor;
import jakarta.servlet.descriptor.JspPropertyGroupDescriptor;
import jakarta.servlet.descriptor.TaglibDescriptor;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Map;

/**
 * The content of the elements {@code jsp-config}, for the engine that executes pages (Servlet 6.1
 * §14.3). Immutable; applications get copies.
 *
 * @param taglibs in order
 * @param groups in order
 */
record JspConfig(List<Taglib> taglibs, List<Group> groups) implements JspConfigDescriptor {
    JspConfig {
        taglibs = List.copyOf(taglibs);
        groups = List.copyOf(groups);
    }

    /** Where the description of a tag library is. */
    record Taglib(String uri, String location) implements TaglibDescriptor {
        @Override
        public String getTaglibURI() {
            return uri;
        }

        @Override
        public String getTaglibLocation() {
            return location;
        }
    }

    /**
     * A jsp-property-group.
     *
     * @param texts elements that occur once, by their names
     */
    record Group(
            List<String> patterns,
            List<String> preludes,
            List<String> codas,
            Map<String, String> texts)
            implements JspPropertyGroupDescriptor {
        Group {
            patterns = List.copyOf(patterns);
            preludes = List.copyOf(preludes);
            codas = List.copyOf(codas);
            texts = Map.copyOf(texts);
        }

        @Override
        public Collection<String> getUrlPatterns() {
            return new ArrayList<>(patterns);
        }

        @Override
        public String getElIgnored() {
            return texts.get("el-ignored");
        }

        @Override
        public String getErrorOnELNotFound() {
            return texts.get("error-on-el-not-found");
        }

        @Override
        public String getPageEncoding() {
            return texts.get("page-encoding");
        }

        @Override
        public String getScriptingInvalid() {
            return texts.get("scripting-invalid");
        }

        @Override
        public String getIsXml() {
            return texts.get("is-xml");
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
        public String getDeferredSyntaxAllowedAsLiteral() {
            return texts.get("deferred-syntax-allowed-as-literal");
        }

        @Override
        public String getTrimDirectiveWhitespaces() {
            return texts.get("trim-directive-whitespaces");
        }

        @Override
        public String getDefaultContentType() {
            return texts.get("default-content-type");
        }

        @Override
        public String getBuffer() {
            return texts.get("buffer");
        }

        @Override
        public String getErrorOnUndeclaredNamespace() {
            return texts.get("error-on-undeclared-namespace");
        }
    }

    /** Both, this one first; the first location of a tag library counts. */
    JspConfig and(JspConfig other) {
        List<Taglib> libraries = new ArrayList<>(taglibs);
        for (Taglib library : other.taglibs) {
            if (taglibs.stream().noneMatch(known -> known.uri.equals(library.uri))) {
                libraries.add(library);
            }
        }
        List<Group> all = new ArrayList<>(groups);
        all.addAll(other.groups);
        return new JspConfig(libraries, all);
    }

    @Override
    public Collection<TaglibDescriptor> getTaglibs() {
        return new ArrayList<>(taglibs);
    }

    @Override
    public Collection<JspPropertyGroupDescriptor> getJspPropertyGroups() {
        return new ArrayList<>(groups);
    }
}
