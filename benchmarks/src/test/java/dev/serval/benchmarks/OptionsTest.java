package dev.serval.benchmarks;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

final class OptionsTest {

    @Test
    void takesServersOneByOneAndByCommas() {
        Options options =
                Options.parse(
                        "guide",
                        "--servers",
                        "nginx,serval-nio",
                        "TOMCAT_NIO",
                        "--rounds",
                        "5",
                        "--seconds",
                        "3",
                        "--log");
        assertThat(options.suite()).isEqualTo("guide");
        assertThat(options.rounds()).isEqualTo(5);
        assertThat(options.seconds()).isEqualTo(3);
        assertThat(options.log()).isTrue();
        assertThat(options.servers())
                .isEqualTo(List.of(Contender.NGINX, Contender.SERVAL_NIO, Contender.TOMCAT_NIO));
    }

    @Test
    void namesTheServersThatThereAre() {
        assertThatThrownBy(() -> Options.parse("guide", "--servers", "iis"))
                .hasMessageContaining("no server iis")
                .hasMessageContaining("httpd-prefork");
    }

    @Test
    void refusesWhatItDoesNotKnow() {
        assertThatThrownBy(() -> Options.parse("guide", "--slow")).hasMessageContaining("--slow");
    }

    @Test
    void aMeasurementTakesAsManySecondsAsAskedFor() {
        Suite suite = new Suites(Effort.FULL.withSeconds(3)).named("static");
        assertThat(suite.scenarios().get(0).command()).contains("-d3s");
        assertThat(new Suites(Effort.FULL).named("static").scenarios().get(0).command())
                .contains("-d10s");
    }

    @Test
    void aSuiteHasAsManyConnectionsAsAskedFor() {
        Options options = Options.parse("websocket", "--connections", "7", "--idle", "8");
        Effort effort = options.connections().in(Effort.FULL);
        assertThat(new Suites(effort).named("websocket").scenarios().stream().map(Scenario::name))
                .anySatisfy(name -> assertThat(name).startsWith("echo on 7 connections"))
                .anySatisfy(name -> assertThat(name).startsWith("idle, 8 connections"))
                .anySatisfy(name -> assertThat(name).startsWith("broadcast to 5,000"));
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "guide",
                "series",
                "jigsaw",
                "servlet",
                "static",
                "idle",
                "start",
                "websocket",
                "peers",
                "load"
            })
    void everySuiteHasScenariosOfDifferentNames(String name) {
        for (Effort effort : Effort.ALL) {
            Suite suite = new Suites(effort).named(name);
            assertThat(suite.scenarios().stream().map(Scenario::name)).doesNotHaveDuplicates();
            assertThat(suite.scenarios()).allSatisfy(s -> assertThat(s.seconds()).isPositive());
        }
    }
}
