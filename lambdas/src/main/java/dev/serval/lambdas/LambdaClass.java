package dev.serval.lambdas;

import java.util.ArrayList;
import java.util.List;
import org.objectweb.asm.ClassWriter;
import org.objectweb.asm.Handle;
import org.objectweb.asm.Label;
import org.objectweb.asm.Opcodes;
import org.objectweb.asm.Type;
import org.objectweb.asm.commons.GeneratorAdapter;
import org.objectweb.asm.commons.Method;
import org.objectweb.asm.tree.InvokeDynamicInsnNode;

/**
 * The class of one lambda expression or method reference (JLS §15.27.4, §15.13.3), with a method
 * that makes an object of the captured values. Without such values it keeps that object, as the JVM
 * does. It has no static initialiser: one that fails, for a lack of memory, fails for ever (JVMS
 * §5.5).
 */
final class LambdaClass {
    /** The method that makes an object. */
    static final String MAKE = "make";

    private static final String KEPT = "kept";
    private static final Type OBJECT = Type.getType(Object.class);
    private static final Method CONSTRUCTOR = Method.getMethod("void <init> ()");

    private final Type self;
    private final String host;
    private final String source;
    private final int line;
    private final Type type;
    private final Type[] captured;
    private final Method method;
    private final Method narrowed;
    private final Handle target;
    private final ClassWriter writer = new ClassWriter(ClassWriter.COMPUTE_MAXS);

    /**
     * @param name of the class, with slashes
     * @param host of its nest
     * @param source the file for stack traces
     * @param line for stack traces
     * @param call the instruction that it replaces, of LambdaMetafactory.metafactory
     */
    LambdaClass(String name, String host, String source, int line, InvokeDynamicInsnNode call) {
        this.self = Type.getObjectType(name);
        this.host = host;
        this.source = source;
        this.line = line;
        this.type = Type.getReturnType(call.desc);
        this.captured = Type.getArgumentTypes(call.desc);
        this.method = new Method(call.name, ((Type) call.bsmArgs[0]).getDescriptor());
        this.narrowed = new Method(call.name, ((Type) call.bsmArgs[2]).getDescriptor());
        this.target = (Handle) call.bsmArgs[1];
    }

    /** Null if it needs a conversion that is not known here. */
    byte[] bytes() {
        writer.visit(
                Opcodes.V17,
                Opcodes.ACC_FINAL | Opcodes.ACC_SUPER | Opcodes.ACC_SYNTHETIC,
                self.getInternalName(),
                null,
                OBJECT.getInternalName(),
                new String[] {type.getInternalName()});
        writer.visitSource(source, null);
        writer.visitNestHost(host);
        constructor();
        maker();
        boolean known = body();
        writer.visitEnd();
        return known ? writer.toByteArray() : null;
    }

    private GeneratorAdapter begin(int access, Method described) {
        GeneratorAdapter code = new GeneratorAdapter(access, described, null, null, writer);
        code.visitCode();
        return code;
    }

    private static void end(GeneratorAdapter code) {
        code.returnValue();
        code.endMethod();
    }

    private Method constructorOfValues() {
        return new Method("<init>", Type.VOID_TYPE, captured);
    }

    private void constructor() {
        GeneratorAdapter code = begin(Opcodes.ACC_PRIVATE, constructorOfValues());
        code.loadThis();
        code.invokeConstructor(OBJECT, CONSTRUCTOR);
        for (int i = 0; i < captured.length; i++) {
            writer.visitField(
                            Opcodes.ACC_PRIVATE | Opcodes.ACC_FINAL,
                            field(i),
                            captured[i].getDescriptor(),
                            null,
                            null)
                    .visitEnd();
            code.loadThis();
            code.loadArg(i);
            code.putField(self, field(i), captured[i]);
        }
        end(code);
    }

    private static String field(int number) {
        return "value" + number;
    }

    private void maker() {
        GeneratorAdapter code = begin(Opcodes.ACC_STATIC, new Method(MAKE, type, captured));
        if (captured.length > 0) {
            make(code);
            end(code);
            return;
        }
        // Threads may make one each: it has no state.
        writer.visitField(
                        Opcodes.ACC_PRIVATE | Opcodes.ACC_STATIC,
                        KEPT,
                        self.getDescriptor(),
                        null,
                        null)
                .visitEnd();
        Label keep = new Label();
        code.getStatic(self, KEPT, self);
        code.ifNull(keep);
        code.getStatic(self, KEPT, self);
        code.returnValue();
        code.mark(keep);
        code.visitFrame(Opcodes.F_NEW, 0, new Object[0], 0, new Object[0]);
        make(code);
        code.dup();
        code.putStatic(self, KEPT, self);
        end(code);
    }

    private void make(GeneratorAdapter code) {
        code.newInstance(self);
        code.dup();
        code.loadArgs();
        code.invokeConstructor(self, constructorOfValues());
    }

    /** The method of the interface: calls the target with the captured values and its arguments. */
    private boolean body() {
        GeneratorAdapter code = begin(Opcodes.ACC_PUBLIC, method);
        code.visitLineNumber(
                line, code.mark()); // here alone: debuggers stop at each place of a line
        Type owner = Type.getObjectType(target.getOwner());
        boolean makes = target.getTag() == Opcodes.H_NEWINVOKESPECIAL;
        List<Type> wanted = new ArrayList<>();
        if (makes) {
            code.newInstance(owner);
            code.dup();
        } else if (target.getTag() != Opcodes.H_INVOKESTATIC) {
            wanted.add(owner);
        }
        wanted.addAll(List.of(Type.getArgumentTypes(target.getDesc())));
        for (int i = 0; i < captured.length; i++) {
            code.loadThis();
            code.getField(self, field(i), captured[i]);
        }
        Type[] given = method.getArgumentTypes();
        for (int i = 0; i < given.length; i++) {
            code.loadArg(i);
            // The interface is erased: what it gives is of a narrower type, or else refused.
            Type argument = narrowed.getArgumentTypes()[i];
            if (!given[i].equals(argument)) {
                code.checkCast(argument);
            }
            if (!convert(code, argument, wanted.get(captured.length + i))) {
                return false;
            }
        }
        call(code);
        Type result = makes ? owner : Type.getReturnType(target.getDesc());
        if (method.getReturnType().equals(Type.VOID_TYPE)) {
            if (result.getSize() == 1) {
                code.pop();
            } else if (result.getSize() == 2) {
                code.pop2();
            }
        } else if (!convert(code, result, narrowed.getReturnType())) {
            return false;
        }
        end(code);
        return true;
    }

    private void call(GeneratorAdapter code) {
        int operation =
                switch (target.getTag()) {
                    case Opcodes.H_INVOKESTATIC -> Opcodes.INVOKESTATIC;
                    case Opcodes.H_NEWINVOKESPECIAL -> Opcodes.INVOKESPECIAL;
                    case Opcodes.H_INVOKEINTERFACE -> Opcodes.INVOKEINTERFACE;
                    // A private method of a nest mate is not called by invokespecial (JVMS §6.5).
                    default ->
                            target.isInterface() ? Opcodes.INVOKEINTERFACE : Opcodes.INVOKEVIRTUAL;
                };
        code.visitMethodInsn(
                operation,
                target.getOwner(),
                target.getName(),
                target.getDesc(),
                target.isInterface());
    }

    /** Puts a value of another type in place of one; false if that is not known here. */
    private static boolean convert(GeneratorAdapter code, Type given, Type wanted) {
        if (given.equals(wanted)) {
            return true;
        }
        if (isPrimitive(given)) {
            code.valueOf(given);
            return wanted.equals(OBJECT) || wanted.equals(boxOf(given));
        }
        if (isPrimitive(wanted)) {
            code.unbox(wanted);
            return given.equals(boxOf(wanted));
        }
        code.checkCast(wanted);
        return true;
    }

    private static boolean isPrimitive(Type type) {
        return type.getSort() < Type.ARRAY;
    }

    private static Type boxOf(Type primitive) {
        return Type.getType(
                switch (primitive.getSort()) {
                    case Type.BOOLEAN -> Boolean.class;
                    case Type.CHAR -> Character.class;
                    case Type.BYTE -> Byte.class;
                    case Type.SHORT -> Short.class;
                    case Type.INT -> Integer.class;
                    case Type.FLOAT -> Float.class;
                    case Type.LONG -> Long.class;
                    case Type.DOUBLE -> Double.class;
                    default -> Void.class;
                });
    }
}
