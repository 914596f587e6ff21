package dev.serval.webdav;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import dev.serval.files.WriteRefused;
import jakarta.servlet.ReadListener;
import jakarta.servlet.ServletInputStream;
import jakarta.servlet.http.HttpServletRequest;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.lang.reflect.Proxy;
import java.nio.charset.StandardCharsets;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;
import org.w3c.dom.Element;

class RequestXmlTest {
    private static Element read(String xml, int most) throws IOException, WriteRefused {
        byte[] bytes = xml.getBytes(StandardCharsets.UTF_8);
        ByteArrayInputStream content = new ByteArrayInputStream(bytes);
        ServletInputStream input =
                new ServletInputStream() {
                    @Override
                    public int read() {
                        return content.read();
                    }

                    @Override
                    public boolean isFinished() {
                        return content.available() == 0;
                    }

                    @Override
                    public boolean isReady() {
                        return true;
                    }

                    @Override
                    public void setReadListener(ReadListener listener) {}
                };
        HttpServletRequest request =
                (HttpServletRequest)
                        Proxy.newProxyInstance(
                                RequestXmlTest.class.getClassLoader(),
                                new Class<?>[] {HttpServletRequest.class},
                                (proxy, method, arguments) ->
                                        method.getName().equals("getInputStream") ? input : -1L);
        return RequestXml.read(request, most);
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "<a>",
                "<a/><b/>",
                "text",
                "<b:a/>",
                "<a xmlns:b=\"\"/>",
                "<!DOCTYPE a><a/>",
                "<!DOCTYPE a [<!ENTITY e 'x'>]><a>&e;</a>",
                "<!DOCTYPE a SYSTEM 'file:///etc/passwd'><a/>",
                "<!DOCTYPE a [<!ENTITY % p SYSTEM 'http://localhost/'> %p;]><a/>",
                "<a>&undeclared;</a>"
            })
    void whatIsNotWellFormedOrHasADoctypeIs400(String xml) {
        assertThatExceptionOfType(WriteRefused.class)
                .isThrownBy(() -> read(xml, 1000))
                .satisfies(refused -> assertThat(refused.status()).isEqualTo(400));
    }

    @Test
    void whatIsTooLargeIs413() throws Exception {
        assertThat(read("<a></a>", 7)).isNotNull();
        assertThatExceptionOfType(WriteRefused.class)
                .isThrownBy(() -> read("<a></a>", 6))
                .satisfies(refused -> assertThat(refused.status()).isEqualTo(413));
    }

    @Test
    void nothingIsNothing() throws Exception {
        assertThat(read("", 10)).isNull();
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "<p/> | <p/>",
                "<p>a&amp;b&lt;</p> | <p>a&amp;b&lt;</p>",
                "<p xmlns=\"urn:x\"><q/></p> | <p xmlns=\"urn:x\"><q/></p>",
                "<p xmlns=\"urn:x\"><q xmlns=\"\"/></p> | <p xmlns=\"urn:x\"><q xmlns=\"\"/></p>",
                "<x:p a=\"1\" x:b=\"2\"/> | <x:p xmlns:x=\"urn:outer\" a=\"1\" x:b=\"2\"/>",
                "<p><!-- no --><![CDATA[<]]></p> | <p>&lt;</p>"
            })
    void aPropertyStandsForItself(String xml, String expected) throws Exception {
        Element root = read("<r xmlns:x=\"urn:outer\">" + xml + "</r>", 1000);
        assertThat(PropertyXml.of(RequestXml.children(root).get(0))).isEqualTo(expected);
    }

    @Test
    void theLanguageAroundAPropertyIsItsOwn() throws Exception {
        Element root = read("<r xml:lang=\"de\"><p>rot</p></r>", 1000);
        assertThat(PropertyXml.of(RequestXml.children(root).get(0)))
                .isEqualTo("<p xml:lang=\"de\">rot</p>");
    }

    @Test
    void whatIsNestedTooDeepIs400() throws Exception {
        Element root = read("<p>".repeat(100) + "</p>".repeat(100), 1000);
        assertThatExceptionOfType(WriteRefused.class)
                .isThrownBy(() -> PropertyXml.of(root))
                .satisfies(refused -> assertThat(refused.status()).isEqualTo(400));
    }
}
