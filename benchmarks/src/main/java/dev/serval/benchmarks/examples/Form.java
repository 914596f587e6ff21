package dev.serval.benchmarks.examples;

import java.net.URLEncoder;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;

/** A form of a page, and the ways to send it. Immutable. */
record Form(String action, boolean post, String content) {
    private static final Pattern SELECT =
            Pattern.compile("(?is)<select\\b([^>]*)>(.*?)(?:</select>|$)");

    /** What is typed: no number of the guessing game, nothing plain, a colour of the other game. */
    private static final List<String> TYPED = List.of("0", "Gr\u00fc\u00dfe <b>&\"'", "black");

    /**
     * By its own method as it stands, with each text, option, box and button; as it stands by the
     * other.
     */
    Set<Ask> filled() {
        Map<String, List<String>> boxes = new LinkedHashMap<>();
        List<Map<String, List<String>>> variants = new ArrayList<>();
        Map<String, List<String>> texts = new LinkedHashMap<>();
        Map<String, List<String>> buttons = new LinkedHashMap<>();
        Map<String, List<String>> options = new LinkedHashMap<>();
        for (String input : PageReader.tags(content, "input")) {
            String name = PageReader.attribute(input, "name");
            String value = PageReader.attribute(input, "value");
            String type = String.valueOf(PageReader.attribute(input, "type"));
            if (name == null) {
                continue;
            }
            switch (type.toLowerCase(Locale.ROOT)) {
                case "checkbox" -> put(boxes, name, value);
                case "submit" -> put(buttons, name, value);
                default -> put(texts, name, value == null ? "" : value);
            }
        }
        Matcher select = SELECT.matcher(content);
        while (select.find()) {
            for (String option : PageReader.tags(select.group(2), "option")) {
                put(
                        options,
                        PageReader.attribute(select.group(1), "name"),
                        PageReader.attribute(option, "value"));
            }
        }
        Map<String, List<String>> asItStands = new LinkedHashMap<>(texts);
        options.forEach((name, values) -> asItStands.put(name, values.subList(0, 1)));
        buttons.forEach((name, values) -> asItStands.put(name, values.subList(0, 1)));
        variants.add(asItStands);
        if (!texts.isEmpty()) {
            for (String typed : TYPED) {
                Map<String, List<String>> variant = new LinkedHashMap<>(asItStands);
                texts.keySet().forEach(name -> variant.put(name, List.of(typed)));
                variants.add(variant);
            }
        }
        // Each button with each option; each box alone, and all.
        Map<String, List<String>> buttonsOrNone =
                buttons.isEmpty() ? Map.of("", List.of("")) : buttons;
        buttonsOrNone.forEach(
                (button, labels) -> {
                    for (String label : labels) {
                        variants.add(with(asItStands, button, label));
                        options.forEach(
                                (name, values) ->
                                        values.forEach(
                                                value ->
                                                        variants.add(
                                                                with(
                                                                        with(
                                                                                asItStands,
                                                                                button,
                                                                                label),
                                                                        name,
                                                                        value))));
                    }
                });
        boxes.forEach(
                (name, values) -> {
                    values.forEach(value -> variants.add(with(asItStands, name, value)));
                    Map<String, List<String>> all = new LinkedHashMap<>(asItStands);
                    all.put(name, values);
                    variants.add(all);
                });
        Set<Ask> asks = new LinkedHashSet<>();
        variants.forEach(variant -> asks.add(ask(variant, post)));
        asks.add(ask(asItStands, !post));
        return asks;
    }

    private static void put(Map<String, List<String>> values, String name, String value) {
        values.computeIfAbsent(name, n -> new ArrayList<>()).add(value);
    }

    private static Map<String, List<String>> with(
            Map<String, List<String>> values, String name, String value) {
        Map<String, List<String>> more = new LinkedHashMap<>(values);
        if (!name.isEmpty()) {
            more.put(name, List.of(value));
        }
        return more;
    }

    private Ask ask(Map<String, List<String>> values, boolean byPost) {
        String body =
                values.entrySet().stream()
                        .flatMap(
                                each ->
                                        each.getValue().stream()
                                                .map(value -> each.getKey() + "=" + coded(value)))
                        .collect(Collectors.joining("&"));
        if (byPost) {
            return new Ask("POST", action, body);
        }
        return Ask.get(action.replaceAll("\\?.*", "") + (body.isEmpty() ? "" : "?" + body));
    }

    private static String coded(String value) {
        return URLEncoder.encode(value, StandardCharsets.UTF_8);
    }
}
