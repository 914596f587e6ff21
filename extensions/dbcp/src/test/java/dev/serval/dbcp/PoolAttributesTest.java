package dev.serval.dbcp;

import static org.assertj.core.api.Assertions.assertThat;

import dev.serval.extension.ResourceElement;
import dev.serval.settings.Location;
import java.lang.reflect.Field;
import java.nio.file.Path;
import java.sql.SQLException;
import java.time.Duration;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.apache.commons.dbcp2.BasicDataSourceFactory;
import org.junit.jupiter.api.Test;

/** Which attributes there are; what they do is tested with databases. */
class PoolAttributesTest {
    private static List<String> names() {
        return PoolAttributes.PROPER.stream().map(each -> each.attribute().name()).toList();
    }

    @Test
    @SuppressWarnings("unchecked") // a list of names
    void everyNameOfTheFactoryOfCommonsIsTaken() throws ReflectiveOperationException {
        Field all = BasicDataSourceFactory.class.getDeclaredField("ALL_PROPERTY_NAMES");
        all.setAccessible(true);
        assertThat(names()).containsAll((Collection<String>) all.get(null));
    }

    @Test
    void noNameIsThereTwice() {
        assertThat(names()).doesNotHaveDuplicates();
        assertThat(TomcatJdbcAttributes.ALL)
                .extracting(each -> each.attribute().name())
                .doesNotHaveDuplicates();
    }

    @Test
    void nobodyWaitsForEverUnlessThatIsSaid() throws SQLException {
        ResourceElement element =
                new ResourceElement(
                        "db", null, Location.NONE, Map.of(), getClass().getClassLoader());
        try (Pool pool = new Pool(element)) {
            assertThat(pool.getMaxWaitDuration()).isEqualTo(Duration.ofSeconds(30));
        }
    }

    @Test
    void thePageHasThemAll() {
        Set<String> names = Set.copyOf(names());
        assertThat(Path.of("../../webapps/docs/deployment.html"))
                .content()
                .contains(names.stream().map(name -> "<code>" + name + "</code>").toList());
    }
}
