package dev.serval.webdav;

import dev.serval.files.Resource;
import dev.serval.files.WriteRefused;
import java.io.IOException;
import java.util.AbstractMap.SimpleEntry;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.w3c.dom.Element;

/** PROPPATCH (RFC 4918 §9.2): all changes are made, or none. Stateless. */
final class Proppatch {
    private Proppatch() {}

    static void answer(DavCall call) throws IOException, WriteRefused {
        Resource found = call.existing();
        String path = call.path();
        call.check(path).check(found);
        Element body = RequestXml.read(call.request(), call.settings().maxRequestBodySize());
        if (body == null || !RequestXml.is(body, "propertyupdate")) {
            throw new WriteRefused(400, "PROPPATCH needs a propertyupdate (RFC 4918 §14.19).");
        }
        // In their order; null removes a property.
        List<Map.Entry<PropertyName, String>> steps = new ArrayList<>();
        Set<PropertyName> named = new LinkedHashSet<>();
        Set<PropertyName> refused = new LinkedHashSet<>();
        for (Element step : RequestXml.children(body)) {
            boolean set = RequestXml.is(step, "set");
            Element prop = RequestXml.child(step, "prop");
            if (!set && !RequestXml.is(step, "remove")) {
                continue; // RFC 4918 §17: unknown elements are ignored
            }
            if (prop == null) {
                throw new WriteRefused(400, "A set or remove has no prop (RFC 4918 §14.26).");
            }
            for (Element property : RequestXml.children(prop)) {
                PropertyName name = PropertyName.of(property);
                named.add(name);
                if (LiveProperties.isProtected(name)) {
                    refused.add(name);
                } else if (set) {
                    steps.add(new SimpleEntry<>(name, PropertyXml.of(property)));
                } else {
                    steps.add(new SimpleEntry<>(name, null));
                }
            }
        }
        if (refused.isEmpty()) {
            boolean stored = call.store().properties().update(path, all -> apply(steps, all));
            tell(call, found, named, stored ? 200 : 507, Set.of());
        } else {
            tell(call, found, named, 424, refused);
        }
    }

    private static void apply(
            List<Map.Entry<PropertyName, String>> steps, Map<PropertyName, String> all) {
        for (Map.Entry<PropertyName, String> step : steps) {
            if (step.getValue() == null) {
                all.remove(step.getKey());
            } else {
                all.put(step.getKey(), step.getValue());
            }
        }
    }

    /**
     * @param status of the properties that are not refused
     */
    private static void tell(
            DavCall call,
            Resource found,
            Set<PropertyName> named,
            int status,
            Set<PropertyName> refused)
            throws IOException {
        StringBuilder others = new StringBuilder();
        StringBuilder closed = new StringBuilder();
        for (PropertyName name : named) {
            (refused.contains(name) ? closed : others).append(name.empty());
        }
        MultiStatus answer = MultiStatus.begin(call.response());
        answer.response(call.paths().href(call.path(), found.isDirectory()));
        answer.propstat(closed, 403, "cannot-modify-protected-property");
        answer.propstat(others, status, null);
        if (closed.isEmpty() && others.isEmpty()) {
            answer.propstat(" ", status, null);
        }
        answer.endResponse();
        answer.end();
    }
}
