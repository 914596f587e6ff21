package dev.serval.webdav;

import dev.serval.files.Resource;
import dev.serval.files.WriteRefused;
import java.io.IOException;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.w3c.dom.Element;

/**
 * PROPFIND (RFC 4918 §9.1). Used by one thread, once. The response is written during the walk, so
 * that the size of the tree needs no memory; depth infinity ends at {@code maxDepth}.
 */
final class Propfind {
    private final DavCall call;
    // The requested properties; null means all.
    private final List<PropertyName> wanted;
    private final boolean namesOnly;
    private final boolean locks;

    private Propfind(DavCall call, List<PropertyName> wanted, boolean namesOnly) {
        this.call = call;
        this.wanted = wanted;
        this.namesOnly = namesOnly;
        this.locks =
                wanted == null ? !namesOnly : wanted.contains(PropertyName.dav("lockdiscovery"));
    }

    static void answer(DavCall call) throws IOException, WriteRefused {
        Depth depth = call.depth(Depth.INFINITY);
        Resource found = call.existing();
        Element body = RequestXml.read(call.request(), call.settings().maxRequestBodySize());
        Propfind propfind = of(call, body);
        MultiStatus answer = MultiStatus.begin(call.response());
        int levels =
                switch (depth) {
                    case ZERO -> 0;
                    case ONE -> 1;
                    case INFINITY -> call.settings().maxDepth();
                };
        propfind.walk(call.path(), found, levels, answer);
        answer.end();
    }

    private static Propfind of(DavCall call, Element body) throws WriteRefused {
        if (body == null) {
            return new Propfind(call, null, false);
        }
        if (RequestXml.is(body, "propfind")) {
            Element prop = RequestXml.child(body, "prop");
            boolean all = RequestXml.child(body, "allprop") != null;
            boolean names = RequestXml.child(body, "propname") != null;
            if ((prop != null ? 1 : 0) + (all ? 1 : 0) + (names ? 1 : 0) == 1) {
                return new Propfind(call, prop == null ? null : names(prop), names);
            }
        }
        throw new WriteRefused(400, "PROPFIND needs one of allprop, propname and prop.");
    }

    private static List<PropertyName> names(Element prop) {
        List<PropertyName> names = new ArrayList<>();
        Set<PropertyName> known = new HashSet<>();
        for (Element child : RequestXml.children(prop)) {
            PropertyName name = PropertyName.of(child);
            if (known.add(name)) {
                names.add(name);
            }
        }
        return names;
    }

    private void walk(String path, Resource found, int levels, MultiStatus answer)
            throws IOException {
        one(path, found, answer);
        if (levels == 0 || !found.isDirectory()) {
            return;
        }
        for (String name : call.files().members(path).names()) {
            String member = DavPaths.member(path, name);
            if (!call.access().allows(member, DavAccess.Deed.READ)) {
                answer.failure(call.href(member), 403, null);
                continue; // its members are skipped too
            }
            Resource there = call.files().find(member);
            if (there.kind() != Resource.ResourceType.NOTHING) {
                walk(member, there, levels - 1, answer);
            }
        }
    }

    private void one(String path, Resource found, MultiStatus answer) throws IOException {
        Map<PropertyName, String> all = LiveProperties.of(path, found, locks, call);
        all.putAll(call.store().properties().of(path));
        StringBuilder known = new StringBuilder();
        StringBuilder unknown = new StringBuilder();
        if (wanted == null) {
            all.forEach((name, xml) -> known.append(namesOnly ? name.empty() : xml));
        } else {
            for (PropertyName name : wanted) {
                String xml = all.get(name);
                if (xml == null) {
                    unknown.append(name.empty());
                } else {
                    known.append(xml);
                }
            }
        }
        answer.response(call.paths().href(path, found.isDirectory()));
        answer.propstat(known, 200, null);
        answer.propstat(unknown, 404, null);
        if (known.isEmpty() && unknown.isEmpty()) {
            answer.propstat(" ", 200, null);
        }
        answer.endResponse();
    }
}
