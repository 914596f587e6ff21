package dev.serval.lambdas;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.Stream;
import org.objectweb.asm.ClassReader;
import org.objectweb.asm.ClassWriter;
import org.objectweb.asm.Opcodes;
import org.objectweb.asm.tree.AbstractInsnNode;
import org.objectweb.asm.tree.ClassNode;
import org.objectweb.asm.tree.InvokeDynamicInsnNode;
import org.objectweb.asm.tree.LineNumberNode;
import org.objectweb.asm.tree.MethodInsnNode;
import org.objectweb.asm.tree.MethodNode;

/**
 * Copies a directory of classes, in which each lambda expression and method reference has a class
 * of its own, as the JVM would make it when the expression is first evaluated. To make that class
 * takes the JVM some 0.3 ms, to load it a third of that, and a start evaluates hundreds. It is a
 * nest mate of the class with the expression (JVMS §5.4.4), whose private methods it calls. An
 * expression that needs more than {@link LambdaClass} can do stays as the compiler has left it:
 * those that can be serialized, or implement several interfaces, and rare conversions.
 */
public final class LambdaClasses {
    private static final String METAFACTORY = "java/lang/invoke/LambdaMetafactory";
    private static final String ENDING = ".class";

    private final Map<String, ClassNode> types = new TreeMap<>();
    private final Map<String, byte[]> made = new TreeMap<>();

    private LambdaClasses() {}

    /**
     * @param arguments the directory of the classes, and that of the copy, which is replaced
     */
    public static void main(String[] arguments) throws IOException {
        int made = copy(Path.of(arguments[0]), Path.of(arguments[1]));
        System.out.println(made + " lambda expressions have become classes");
    }

    /** Returns the number of classes that the copy has more. */
    static int copy(Path from, Path to) throws IOException {
        LambdaClasses all = new LambdaClasses();
        delete(to);
        List<Path> files;
        try (Stream<Path> found = Files.walk(from)) {
            files = found.filter(Files::isRegularFile).map(from::relativize).toList();
        }
        for (Path file : files) {
            // Classes for newer JVMs are few, and their names do not tell their places.
            if (file.toString().endsWith(ENDING) && !file.startsWith("META-INF")) {
                ClassNode type = new ClassNode();
                new ClassReader(Files.readAllBytes(from.resolve(file))).accept(type, 0);
                all.types.put(type.name, type);
            } else {
                Files.createDirectories(to.resolve(file).getParent());
                Files.copy(from.resolve(file), to.resolve(file));
            }
        }
        all.types.values().forEach(all::change);
        for (ClassNode type : all.types.values()) {
            ClassWriter writer = new ClassWriter(0);
            type.accept(writer);
            write(to, type.name, writer.toByteArray());
        }
        for (Map.Entry<String, byte[]> each : all.made.entrySet()) {
            write(to, each.getKey(), each.getValue());
        }
        return all.made.size();
    }

    private static void delete(Path directory) throws IOException {
        if (Files.exists(directory)) {
            try (Stream<Path> all = Files.walk(directory)) {
                for (Path each : all.sorted(Comparator.reverseOrder()).toList()) {
                    Files.delete(each);
                }
            }
        }
    }

    private static void write(Path directory, String name, byte[] bytes) throws IOException {
        Path file = directory.resolve(name + ENDING);
        Files.createDirectories(file.getParent());
        Files.write(file, bytes);
    }

    private void change(ClassNode type) {
        String host = type.nestHostClass == null ? type.name : type.nestHostClass;
        List<String> added = new ArrayList<>();
        for (MethodNode method : type.methods) {
            int line = 0;
            for (AbstractInsnNode each : method.instructions.toArray()) {
                if (each instanceof LineNumberNode number) {
                    line = number.line;
                } else if (each instanceof InvokeDynamicInsnNode call && isLambda(call)) {
                    String name = type.name + "$$Lambda$" + (added.size() + 1);
                    LambdaClass lambda = new LambdaClass(name, host, type.sourceFile, line, call);
                    byte[] bytes = lambda.bytes();
                    if (bytes != null) {
                        made.put(name, bytes);
                        added.add(name);
                        method.instructions.set(call, maker(name, call.desc));
                    }
                }
            }
        }
        if (!added.isEmpty()) {
            ClassNode nest = types.get(host);
            if (nest == null) {
                throw new IllegalStateException(
                        type.name + " is left over from " + host + ": build anew (mvn clean)");
            }
            if (nest.nestMembers == null) {
                nest.nestMembers = new ArrayList<>();
            }
            nest.nestMembers.addAll(added);
        }
    }

    private static AbstractInsnNode maker(String name, String descriptor) {
        return new MethodInsnNode(Opcodes.INVOKESTATIC, name, LambdaClass.MAKE, descriptor, false);
    }

    private static boolean isLambda(InvokeDynamicInsnNode call) {
        return call.bsm.getOwner().equals(METAFACTORY)
                && call.bsm.getName().equals("metafactory"); // altMetafactory: see above
    }
}
