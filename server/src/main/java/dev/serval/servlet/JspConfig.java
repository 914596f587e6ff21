package dev.serval.servlet;

import jakarta.servlet.descriptor.JspConfigDescriptor;
import jakarta.servlet.descriptor.JspPropertyGroupDescriptor;
import jakarta.servlet.descriptor.TaglibDescriptor;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;

/**
 * What descriptors say of pages, for whoever compiles them (Servlet 6.1 §8.3). Immutable; each
 * collection that is given away is a copy.
 *
 * @param taglibs in order
 * @param groups in order
 */
public record JspConfig(List<Taglib> taglibs, List<JspPropertyGroup> groups)
        implements JspConfigDescriptor {
    /** Nothing was said. */
    public static final JspConfig NONE = new JspConfig(List.of(), List.of());

    /** A library of tags and where its description lies. */
    public record Taglib(String uri, String location) implements TaglibDescriptor {
        @Override
        public String getTaglibURI() {
            return uri;
        }

        @Override
        public String getTaglibLocation() {
            return location;
        }
    }

    public JspConfig {
        taglibs = List.copyOf(taglibs);
        groups = List.copyOf(groups);
    }

    public boolean isEmpty() {
        return taglibs.isEmpty() && groups.isEmpty();
    }

    /** Both, this one first: groups are added to each other (Servlet 6.1 §8.2.3). */
    public JspConfig with(JspConfig other) {
        List<Taglib> allTaglibs = new ArrayList<>(taglibs);
        for (Taglib taglib : other.taglibs) {
            if (taglibs.stream().noneMatch(t -> t.uri().equals(taglib.uri()))) {
                allTaglibs.add(taglib);
            }
        }
        List<JspPropertyGroup> allGroups = new ArrayList<>(groups);
        allGroups.addAll(other.groups);
        return new JspConfig(allTaglibs, allGroups);
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
