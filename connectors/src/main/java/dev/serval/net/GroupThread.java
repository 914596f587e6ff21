package dev.serval.net;

import java.util.function.Consumer;

/** A thread of a channel group of NIO2. Connections go on in it; it must not wait. */
final class GroupThread extends Thread {
    private final Consumer<Throwable> onLoss;

    /**
     * @param onLoss called when it ends by a failure of the JDK: the group then has one thread
     *     less, and may forget an event that it was about to report
     */
    GroupThread(Runnable task, String name, Consumer<Throwable> onLoss) {
        super(task, name);
        this.onLoss = onLoss;
        setDaemon(true);
    }

    @Override
    public void run() {
        try {
            super.run();
        } catch (Throwable e) {
            onLoss.accept(e);
        }
    }
}
