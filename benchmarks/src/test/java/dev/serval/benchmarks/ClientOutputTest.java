package dev.serval.benchmarks;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.assertj.core.data.Offset;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

final class ClientOutputTest {
    @TempDir Path work;

    @Test
    void readsAbWithTheMicrosecondsOfItsFile() throws Exception {
        Files.writeString(
                work.resolve("ab.csv"),
                "Percentage served,Time in ms\n0,0.5\n50,1.484\n99,6.906\n");
        LoadClient.Count count =
                count(
                        LoadClient.AB,
                        """
                        Complete requests:      50
                        Failed requests:        2
                           (Connect: 0, Receive: 0, Length: 2, Exceptions: 0)
                        Non-2xx responses:      1
                        Total transferred:      9950 bytes
                        HTML transferred:       650 bytes
                        Requests per second:    731.43 [#/sec] (mean)
                          50%      2
                          99%     15
                         100%     16 (longest request)
                        """);
        assertThat(count.requests).isEqualTo(50);
        assertThat(count.failed).isEqualTo(3);
        assertThat(count.bytes).isEqualTo(650);
        assertThat(count.perSecond).isEqualTo(731.43);
        assertThat(count.p50Millis).isEqualTo(1.484);
        assertThat(count.p99Millis).isEqualTo(6.906);
        assertThat(count.maxMillis).isEqualTo(16);
    }

    @Test
    void readsWrkWithItsUnits() throws Exception {
        LoadClient.Count count =
                count(
                        LoadClient.WRK,
                        """
                        Running 1s test @ http://127.0.0.1:18999/13.txt
                          1 threads and 2 connections
                          Thread Stats   Avg      Stdev     Max   +/- Stdev
                            Latency     1.98ms    1.34ms   1.02s    83.02%
                            Req/Sec     1.04k   225.04     1.33k    60.00%
                          Latency Distribution
                             50%  480.00us
                             75%    2.38ms
                             90%    3.93ms
                             99%    6.90ms
                          1036 requests in 1.00s, 201.51KB read
                          Socket errors: connect 0, read 1, write 0, timeout 2
                          Non-2xx or 3xx responses: 4
                        Requests/sec:   1035.14
                        Transfer/sec:    201.35KB
                        """);
        assertThat(count.requests).isEqualTo(1036);
        assertThat(count.failed).isEqualTo(7);
        assertThat(count.bytes).isCloseTo(201.51 * 1024, Offset.offset(0.1));
        assertThat(count.perSecond).isEqualTo(1035.14);
        assertThat(count.p50Millis).isEqualTo(0.48);
        assertThat(count.p99Millis).isEqualTo(6.9);
        assertThat(count.maxMillis).isEqualTo(1020);
    }

    @Test
    void readsSiegesJson() throws Exception {
        LoadClient.Count count =
                count(
                        LoadClient.SIEGE,
                        """
                        {\t"transactions":\t\t\t          15,
                        \t"availability":\t\t\t      100.00,
                        \t"data_transferred":\t\t        1.50,
                        \t"transaction_rate":\t\t      375.00,
                        \t"failed_transactions":\t\t           3,
                        \t"longest_transaction":\t\t        0.02,
                        \t"shortest_transaction":\t\t        0.00
                        }
                        """);
        assertThat(count.requests).isEqualTo(15);
        assertThat(count.failed).isEqualTo(3);
        assertThat(count.perSecond).isEqualTo(375);
        assertThat(count.maxMillis).isEqualTo(20);
        assertThat(count.bytes).isCloseTo(1.51 * (1 << 20), Offset.offset(1.0));
    }

    @Test
    void readsH2load() throws Exception {
        LoadClient.Count count =
                count(
                        LoadClient.H2LOAD,
                        """
                        finished in 59.94ms, 834.15 req/s, 103.03KB/s
                        requests: 52 total, 52 started, 50 done, 50 succeeded, 1 failed, 0 errored, 0 timeout
                        status codes: 50 2xx, 0 3xx, 0 4xx, 2 5xx
                        traffic: 6.18KB (6324) total, 7.18KB (7350) headers (space savings 0.00%), 650B (650) data
                                             min         max         mean         sd        +/- sd
                        time for request:      336us      6.54ms      2.22ms      1.58ms    72.00%
                        """);
        assertThat(count.requests).isEqualTo(50);
        assertThat(count.failed).isEqualTo(3);
        assertThat(count.perSecond).isEqualTo(834.15);
        assertThat(count.bytes).isEqualTo(650);
        assertThat(count.maxMillis).isEqualTo(6.54);
    }

    @Test
    void readsTheSamplesOfJMeter() throws Exception {
        Files.writeString(
                work.resolve("jmeter.csv"),
                """
                timeStamp,elapsed,success
                1000,3,true
                1001,9,true
                1500,2,false
                1990,10,true
                """);
        LoadClient.Count count = count(LoadClient.JMETER, "");
        assertThat(count.requests).isEqualTo(4);
        assertThat(count.failed).isEqualTo(1);
        assertThat(count.perSecond).isEqualTo(4);
        assertThat(count.p50Millis).isEqualTo(9);
        assertThat(count.maxMillis).isEqualTo(10);
    }

    @Test
    void refusesAJMeterThatHasMeasuredNothing() throws Exception {
        Files.writeString(work.resolve("jmeter.csv"), "timeStamp,elapsed,success\n");
        assertThatThrownBy(() -> count(LoadClient.JMETER, "it says why"))
                .isInstanceOf(IOException.class)
                .hasMessageContaining("it says why");
    }

    @Test
    void readsTheCpuTimeOfChildrenFromTheShell() {
        assertThat(ClientRun.cpuSeconds("0m0.00s 0m0.10s\n1m2.25s 0m3.500000s\n")).isEqualTo(65.75);
    }

    @Test
    void asksForPathsInTurnAndClosesEveryFifth() {
        LoadScenario scenario =
                new LoadScenario("x", LoadClient.WRK, Request.files(1, 2), 6, 5, 1, null, 0, false);
        assertThat(Wrk.script(scenario))
                .contains("local paths = {\"/1.txt\", \"/2.txt\"}")
                .contains("local last = 5")
                .contains("local body = nil");
    }

    private LoadClient.Count count(LoadClient client, String printed) throws IOException {
        return client.count(printed.lines().toList(), work);
    }
}
